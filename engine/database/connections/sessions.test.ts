import { test } from "node:test";
import { expect } from "chai";
import type { DatabaseAddress } from "../../ports/databases.ts";
import { mounted, postgresqlConnection } from "../mounted.suite.ts";
import { Sessions } from "./sessions.ts";

function recordingDatabases() {
  const open = new Set<string>();
  const opened: string[] = [];
  return {
    open,
    opened,
    databases: {
      open(address: DatabaseAddress) {
        const host = address.kind === "postgresql" ? (address.settings.host ?? "") : "";
        open.add(host);
        opened.push(host);
        return {
          transact: async () => {},
          settle: async () => {},
          verify: async () => {},
          column: async () => [],
          close: async () => void open.delete(host),
        };
      },
    },
  };
}

async function opened() {
  const { open, opened: everOpened, databases } = recordingDatabases();
  const { context } = mounted(databases);
  const configure = (host: string) =>
    context.storage.commit([postgresqlConnection({ connection_url: `postgresql://${host}` })]);
  await configure("one");
  return { open, everOpened, context, configure, sessions: new Sessions(databases) };
}

test("tasks share a session, and a retired session is closed after its last task", async () => {
  const { open, everOpened, context, sessions } = await opened();
  await sessions.use("pg", context, async () => {
    await sessions.use("pg", context, async () => {});
    expect(everOpened).to.have.length(1);
    await sessions.retire("pg", context.mount);
    expect(open.size).to.equal(1);
  });
  expect(open.size).to.equal(0);
});

test("a changed address gets a new session, and the old one is closed", async () => {
  const { open, context, configure, sessions } = await opened();
  await sessions.use("pg", context, async () => {});
  await configure("two");
  await sessions.use("pg", context, async () => {});
  expect([...open]).to.deep.equal(["two"]);
  await sessions.retireAll(context.mount);
  expect(open.size).to.equal(0);
});
