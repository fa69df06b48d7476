import { test } from "node:test";
import { expect } from "chai";
import { connections } from "./connection.ts";
import { mounted } from "./mounted.suite.ts";
import { Sessions } from "./sessions.ts";

function counted() {
  const open = new Set<string>();
  let running = 0;
  let most = 0;
  return {
    open,
    most: () => most,
    databases: {
      open(_: string, url: string) {
        open.add(url);
        return {
          async transact() {
            running += 1;
            most = Math.max(most, running);
            await Promise.resolve();
            running -= 1;
          },
          settle: async () => {},
          verify: async () => {},
          column: async () => [],
          close: async () => void open.delete(url),
        };
      },
    },
  };
}

async function opened() {
  const { open, most, databases } = counted();
  const { scene } = mounted(databases);
  const configure = (host: string) =>
    scene.storage.commit([
      connections.put("pg", {
        pluginName: "postgresql-database-plugin",
        pluginVersion: "",
        verifyConnection: false,
        allowedRoles: [],
        rootRotationStatements: [],
        passwordPolicy: "",
        details: { connection_url: `postgresql://${host}` },
        pendingPassword: null,
      }),
    ]);
  await configure("one");
  return { open, most, scene, configure, sessions: new Sessions(databases) };
}

test("deeds share a session; a retired one is closed when the last of them is done", async () => {
  const { open, scene, sessions } = await opened();
  await sessions.use("pg", scene, async ({ session }) => {
    await sessions.use("pg", scene, async (other) => expect(other.session).to.equal(session));
    await sessions.retire("pg", scene.mount);
    expect(open.size).to.equal(1);
  });
  expect(open.size).to.equal(0);
});

test("a changed address gets a new session, and the old one is closed", async () => {
  const { open, scene, configure, sessions } = await opened();
  await sessions.use("pg", scene, async () => {});
  await configure("two");
  await sessions.use("pg", scene, async () => {});
  expect([...open]).to.deep.equal(["postgresql://two"]);
  await sessions.retireAll(scene.mount);
  expect(open.size).to.equal(0);
});

test("a session runs one transaction at a time", async () => {
  const { most, scene, sessions } = await opened();
  await sessions.use("pg", scene, ({ session }) => Promise.all([1, 2, 3].map(() => session.transact([]))));
  expect(most()).to.equal(1);
  await sessions.retireAll(scene.mount);
});
