import { suite, test } from "node:test";
import { expect } from "chai";
import type { LoneEngine } from "../../engine.suite.ts";
import { pairOfEngines } from "../../pair.suite.ts";
import { mountDatabase, UserList } from "../leases/leasing.suite.ts";

const filter = "sys/replication/performance/primary/paths-filter/lima";

async function pairWithUser() {
  const database = new UserList();
  const pair = await pairOfEngines({ portsOf: () => ({ databases: database }) });
  const { oslo, lima, until } = pair;
  const has = async (engine: LoneEngine) => (await engine.ask("GET", "sys/mounts/database")).status === 200;
  await mountDatabase(oslo);
  await until(async () => (await lima.ask("GET", "database/roles/app")).status === 200);
  const { body } = await lima.ask("GET", "database/creds/app");
  expect(database.users.size).to.equal(1);
  const retainedKeys = async (engine: LoneEngine) =>
    (await engine.store.range({ prefix: "local/", keysOnly: true }))
      .map(([key]) => key)
      .filter((key) => key.startsWith("local/shared/") || key.startsWith("local/core/departed-mount/"));
  const turns = async () => {
    for (let turn = 0; turn < 60; turn++) await new Promise((resolve) => setImmediate(resolve));
  };
  const pass = async (engine: LoneEngine, seconds: number) => {
    await engine.clock.pass(seconds);
    await turns();
  };
  return { ...pair, database, has, retainedKeys, pass, lease: String(body?.lease_id) };
}

suite("a mount that replication removes", () => {
  test("leaves the data that its leases need, which are deleted after the last lease ends", async () => {
    await using pair = await pairWithUser();
    const { oslo, lima, until, database, has, retainedKeys, pass } = pair;
    database.isDown = true;
    await oslo.ask("POST", filter, { mode: "deny", paths: ["database"] });
    await until(async () => !(await has(lima)));
    const keys = await retainedKeys(lima);
    expect(keys).to.have.lengthOf(2);
    expect(keys.some((key) => key.endsWith("/config/server"))).to.equal(true);
    await pass(lima, 70);
    expect(await retainedKeys(lima), "with a lease left").to.deep.equal(keys);
    database.isDown = false;
    await pass(lima, 300);
    expect([...database.users]).to.deep.equal([]);
    await pass(lima, 70);
    expect(await retainedKeys(lima)).to.deep.equal([]);
  });

  test("is known to a restarted cluster, which revokes the remaining leases", async () => {
    await using pair = await pairWithUser();
    const { oslo, lima, until, database, has, retainedKeys, pass } = pair;
    database.isDown = true;
    await oslo.ask("POST", filter, { mode: "deny", paths: ["database"] });
    await until(async () => !(await has(lima)));
    const again = await pair.without(async () => {});
    database.isDown = false;
    await pass(again, 300);
    expect([...database.users]).to.deep.equal([]);
    await pass(again, 70);
    expect(await retainedKeys(again)).to.deep.equal([]);
  });

  test("keeps its last values, including a password that changed together with the removal", async () => {
    await using pair = await pairWithUser();
    const { oslo, lima, database, has, pass } = pair;
    const again = await pair.without(async () => {
      await oslo.ask("POST", "database/config/server", { password: "another", verify_connection: false });
      await oslo.ask("DELETE", "sys/mounts/database");
    });
    expect(lima).not.to.equal(again);
    await pair.until(async () => !(await has(again)));
    await pass(again, 70);
    expect([...database.users]).to.deep.equal([]);
    expect(database.addresses.at(-1)).to.contain("another");
  });

  test("has leases that an operator can still revoke", async () => {
    await using pair = await pairWithUser();
    const { oslo, lima, until, database, has, lease } = pair;
    database.isDown = true;
    await oslo.ask("POST", filter, { mode: "deny", paths: ["database"] });
    await until(async () => !(await has(lima)));
    database.isDown = false;
    expect((await lima.ask("POST", "sys/leases/revoke", { lease_id: lease })).status).to.equal(204);
    expect([...database.users]).to.deep.equal([]);
  });

  test("has its leases revoked after a wipe of the cluster, or listed as irrevocable, whether the mount was local or shared", async () => {
    const performance = "sys/replication/performance";
    for (const isDown of [false, true]) {
      await using pair = await pairWithUser();
      const { oslo, lima, until, database, retainedKeys, pass } = pair;
      await oslo.ask("POST", "sys/namespaces/team", {});
      await oslo.ask("POST", "team/sys/mounts/database", { type: "database", local: true });
      await mountDatabase(oslo, "team/");
      await oslo.ask("GET", "team/database/creds/app");
      await oslo.ask("GET", "database/creds/app");
      expect(database.users.size).to.equal(3);
      await lima.ask("POST", `${performance}/secondary/promote`, { force: true });
      const issued = await lima.ask("POST", `${performance}/primary/secondary-token`, { id: "oslo" });
      const { token } = (issued.body?.wrap_info ?? {}) as { token: string };
      await oslo.ask("POST", `${performance}/primary/disable`);
      database.isDown = isDown;
      expect((await oslo.ask("POST", `${performance}/secondary/enable`, { token })).status).to.equal(200);
      await until(async () => (await oslo.ask("GET", "database/roles/app")).status === 200);
      // A revocation has six attempts, with at least 310 seconds between the first and the last.
      for (let minute = 0; minute < 16; minute++) await pass(oslo, 60);
      expect(database.users.size, "Lima's user stays").to.equal(isDown ? 3 : 1);
      for (const namespace of ["", "team/"]) {
        const { body } = await oslo.ask("GET", `${namespace}sys/leases?type=irrevocable`);
        expect((body?.data as { lease_count?: number } | undefined)?.lease_count, namespace).to.equal(isDown ? 1 : 0);
      }
      expect(await retainedKeys(oslo)).to.have.lengthOf(isDown ? 4 : 0);
    }
  });
});
