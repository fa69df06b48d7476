import { suite, test } from "node:test";
import { expect } from "chai";
import type { Store } from "../../ports/store.ts";
import { memoryStore } from "../../stores/memory-store.ts";
import { type LeasingEngine, leasingEngine, UserList } from "./leasing.suite.ts";

const path = "database/creds/app";
const prefix = "local/core/unconfirmed-lease/";

async function leaseCount({ ask }: LeasingEngine): Promise<number> {
  const { body } = await ask("LIST", `sys/leases/lookup/${path}`);
  return ((body?.data as { keys: readonly string[] } | undefined)?.keys ?? []).length;
}

async function notes(store: Store): Promise<readonly string[]> {
  return (await store.range({ prefix })).map(([key]) => key);
}

async function crashAt(failpoint: string, store: Store, database: UserList): Promise<void> {
  const reached = Promise.withResolvers<void>();
  const { ask } = await leasingEngine(store, database, {
    failpoint(name) {
      if (name !== failpoint) return undefined;
      reached.resolve();
      return new Promise(() => {});
    },
  });
  void ask("GET", path);
  await reached.promise;
}

suite("a crash before a client has its credentials", { timeout: 20_000 }, () => {
  for (const [failpoint, users] of [
    ["lease recorded", 0],
    ["user made", 1],
  ] as const) {
    test(`at "${failpoint}" leaves no lease and no user after the next unseal`, async () => {
      const [store, database] = [memoryStore(), new UserList()];
      await crashAt(failpoint, store, database);
      expect([database.users.size, (await notes(store)).length]).to.deep.equal([users, 1]);
      const again = await leasingEngine(store, database);
      await again.pass(1);
      expect([await leaseCount(again), database.users.size, await notes(store)]).to.deep.equal([0, 0, []]);
    });
  }

  test("leaves a user that is removed later if its server is down at first", async () => {
    const [store, database] = [memoryStore(), new UserList()];
    await crashAt("user made", store, database);
    database.isDown = true;
    const again = await leasingEngine(store, database);
    await again.pass(1);
    expect([await leaseCount(again), database.users.size]).to.deep.equal([1, 1]);
    database.isDown = false;
    await again.pass(10);
    expect([await leaseCount(again), database.users.size, await notes(store)]).to.deep.equal([0, 0, []]);
  });
});

suite("a lease whose client has its credentials", () => {
  test("survives a restart with its user, and ends when it expires", async () => {
    const [store, database] = [memoryStore(), new UserList()];
    const id = await (await leasingEngine(store, database)).lease();
    expect(await notes(store)).to.deep.equal([]);
    const again = await leasingEngine(store, database);
    await again.pass(1);
    expect((await again.ask("PUT", "sys/leases/lookup", { lease_id: id })).status).to.equal(200);
    expect(database.users.size).to.equal(1);
    await again.pass(3600);
    expect([await leaseCount(again), database.users.size]).to.deep.equal([0, 0]);
  });

  test("is confirmed in the store first; if that fails, the client gets nothing and the user is removed", async () => {
    const { read, range, commit } = memoryStore();
    const disk = { isFull: false };
    const store: Store = {
      read,
      range,
      commit(batch) {
        const isConfirmation = batch.some(({ key, value }) => key.startsWith(prefix) && value === null);
        return disk.isFull && isConfirmation ? Promise.reject(new Error("database or disk is full")) : commit(batch);
      },
    };
    const engine = await leasingEngine(store);
    disk.isFull = true;
    const { status, body } = await engine.ask("GET", path);
    expect([status, body?.data]).to.deep.equal([500, undefined]);
    disk.isFull = false;
    await engine.pass(1);
    expect([await leaseCount(engine), engine.database.users.size]).to.deep.equal([0, 0]);
  });

  test("leaves no unconfirmed entry if it is revoked while its user is created", async () => {
    const [store, database] = [memoryStore(), new UserList()];
    let revocation: Promise<unknown> | undefined;
    const engine: LeasingEngine = await leasingEngine(store, database, {
      async failpoint(name) {
        if (name !== "lease recorded") return;
        revocation = engine.ask("PUT", `sys/leases/revoke-prefix/${path}`);
      },
    });
    await engine.ask("GET", path);
    await revocation;
    await engine.pass(1);
    expect([await leaseCount(engine), database.users.size, await notes(store)]).to.deep.equal([0, 0, []]);
  });
});
