import { test } from "node:test";
import { expect } from "chai";
import { DatabaseRefusal, type DatabaseSession, type Databases } from "../ports/databases.ts";
import { mounted, postgresqlConnection } from "./mounted.suite.ts";
import { Sessions } from "./sessions.ts";

/** A server with one user, whose password may change right after a look at it. */
function server() {
  const state = { password: "old", looks: [] as string[], afterLook: async () => {} };
  const databases: Databases = {
    open(_, url): DatabaseSession {
      const { password } = new URL(url);
      const look = async () => {
        state.looks.push(password);
        const isRight = password === state.password;
        await state.afterLook();
        if (!isRight) throw new DatabaseRefusal("password authentication failed", "28P01");
      };
      return { transact: look, settle: look, verify: look, column: async () => [], close: async () => {} };
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

test("a root password that changes between the looks at the pending and at the stored one refuses no request", async () => {
  const { state, store, ask } = await configured();
  await store("old", "new");
  state.afterLook = async () => {
    state.password = "new";
  };
  await ask();
  expect(state.looks).to.deep.equal(["new", "old", "new"]);
});

test("a request that began before a root rotation and logs in after it uses the new password", async () => {
  const { state, store, sessions, context } = await configured();
  await sessions.use("pg", context, async ({ session }) => {
    state.password = "new";
    await store("new", null);
    await Promise.all([session.transact(["one"]), session.transact(["two"])]);
  });
  expect(state.looks).to.deep.equal(["old", "old", "new", "new"]);
});

test("a request that began before a root rotation is not refused when the rotation is recorded between its looks", async () => {
  const { state, store, ask } = await configured();
  await store("old", "new");
  state.afterLook = async () => {
    if (state.looks.length !== 2) return;
    state.password = "newer";
    await store("newer", null);
  };
  state.password = "unknown";
  await ask();
  expect(state.looks).to.deep.equal(["new", "old", "new", "newer"]);
});

test("a login that is refused is refused when no password was changed, and when the connection leads elsewhere now", async () => {
  const { state, store, ask, sessions, context } = await configured();
  state.password = "changed by another";
  const refusal = (asked: Promise<void>) => asked.catch((error: DatabaseRefusal) => error.sqlState);
  expect(await refusal(ask())).to.equal("28P01");
  const elsewhere = sessions.use("pg", context, async ({ session }) => {
    await store("changed by another", null, "two");
    await session.transact(["SELECT 1"]);
  });
  expect(await refusal(elsewhere)).to.equal("28P01");
  expect(state.looks).to.deep.equal(["old", "old"]);
});
