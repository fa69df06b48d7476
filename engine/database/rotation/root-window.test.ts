import { test } from "node:test";
import { expect } from "chai";
import { DatabaseRefusal, type DatabaseSession, type Databases } from "../../ports/databases.ts";
import { Sessions } from "../connections/sessions.ts";
import { mounted, postgresqlConnection } from "../mounted.suite.ts";

function server() {
  const state = { password: "old", attempts: [] as string[], afterAttempt: async () => {} };
  const databases: Databases = {
    open(address): DatabaseSession {
      const { password = "" } = address.kind === "postgresql" ? address.settings : {};
      const attempt = async () => {
        state.attempts.push(password);
        const isRight = password === state.password;
        await state.afterAttempt();
        if (!isRight) throw new DatabaseRefusal("password authentication failed", "28P01");
      };
      return { transact: attempt, settle: attempt, verify: attempt, column: async () => [], close: async () => {} };
    },
  };
  return { state, databases };
}

async function configured() {
  const { state, databases } = server();
  const { context } = mounted(databases);
  const store = (password: string, pendingPassword: string | null, host = "one") =>
    context.storage.commit([
      postgresqlConnection({ connection_url: `postgresql://root:{{password}}@${host}`, password }, pendingPassword),
    ]);
  await store("old", null);
  const sessions = new Sessions(databases);
  const ask = () => sessions.use("pg", context, ({ session }) => session.transact(["SELECT 1"]));
  return { state, store, ask, sessions, context };
}

test("no request fails if the root password changes between the attempts with the pending and the stored one", async () => {
  const { state, store, ask } = await configured();
  await store("old", "new");
  state.afterAttempt = async () => {
    state.password = "new";
  };
  await ask();
  expect(state.attempts).to.deep.equal(["new", "old", "new"]);
});

test("a request that began before a root rotation and logs in after it uses the new password", async () => {
  const { state, store, sessions, context } = await configured();
  await sessions.use("pg", context, async ({ session }) => {
    state.password = "new";
    await store("new", null);
    await Promise.all([session.transact(["one"]), session.transact(["two"])]);
  });
  expect(state.attempts).to.deep.equal(["old", "old", "new", "new"]);
});

test("a request that began before a root rotation succeeds if the rotation is recorded between its attempts", async () => {
  const { state, store, ask } = await configured();
  await store("old", "new");
  state.afterAttempt = async () => {
    if (state.attempts.length !== 2) return;
    state.password = "newer";
    await store("newer", null);
  };
  state.password = "unknown";
  await ask();
  expect(state.attempts).to.deep.equal(["new", "old", "new", "newer"]);
});

test("a refused login fails if no password changed or the connection has a new address", async () => {
  const { state, store, ask, sessions, context } = await configured();
  state.password = "changed by another";
  const refusal = (request: Promise<void>) => request.catch((error: DatabaseRefusal) => error.sqlState);
  expect(await refusal(ask())).to.equal("28P01");
  const elsewhere = sessions.use("pg", context, async ({ session }) => {
    await store("changed by another", null, "two");
    await session.transact(["SELECT 1"]);
  });
  expect(await refusal(elsewhere)).to.equal("28P01");
  expect(state.attempts).to.deep.equal(["old", "old"]);
});
