import { suite, test } from "node:test";
import { expect } from "chai";
import { leasingEngine, mountDatabase } from "../leases/leasing.suite.ts";
import { LeaseAllowance } from "./lease-allowance.ts";

const limited = '{"errors":["request path \\"database/creds/app\\": lease count quota exceeded"]}';

suite("lease-count quotas", () => {
  test("the limit is enforced, and a revoked or expired lease permits another one", async () => {
    const { ask, lease, pass, database } = await leasingEngine();
    await ask("POST", "sys/quotas/lease-count/few", { path: "database", max_leases: 2 });
    const first = await lease();
    await lease();
    expect(await lease()).to.equal(limited);
    expect((await ask("GET", "database/creds/app")).status).to.equal(429);
    expect(database.users.size, "a refused request leaves no user").to.equal(2);
    await ask("POST", "sys/leases/revoke", { lease_id: first });
    expect(await lease()).to.match(/^database\/creds\/app\//);
    expect(await lease()).to.equal(limited);
    await pass(3600);
    expect(database.users.size).to.equal(0);
    for (const id of [await lease(), await lease()]) expect(id).to.match(/^database\/creds\/app\//);
    expect(await lease()).to.equal(limited);
  });

  test("concurrent requests cannot exceed the limit", async () => {
    const { ask, lease, database } = await leasingEngine();
    await lease();
    await ask("POST", "sys/quotas/lease-count/few", { path: "database", max_leases: 4 });
    const given = await Promise.all(Array.from({ length: 12 }, () => lease()));
    expect(given.filter((id) => id === limited)).to.have.length(9);
    expect(database.users.size).to.equal(4);
  });

  test("a lease that the database refused does not count", async () => {
    const { ask, lease, database } = await leasingEngine();
    await ask("POST", "sys/quotas/lease-count/few", { path: "database", max_leases: 1 });
    database.isDown = true;
    expect(await lease()).to.include("connection refused");
    database.isDown = false;
    expect(await lease()).to.match(/^database\/creds\/app\//);
    expect(await lease()).to.equal(limited);
  });

  test("only the most specific quota applies: path, mount, namespace, global", async () => {
    const lone = await leasingEngine();
    const { ask, lease } = lone;
    await ask("POST", "sys/namespaces/team");
    await mountDatabase(lone, "team/");
    await ask("POST", "database/roles/other", { db_name: "server", creation_statements: "MAKE {{name}}" });
    await ask("POST", "sys/quotas/lease-count/all", { max_leases: 1 });
    await ask("POST", "sys/quotas/lease-count/team", { path: "team", max_leases: 2 });
    await ask("POST", "sys/quotas/lease-count/app", { path: "database/creds/app", max_leases: 3 });
    const given = async (options: Parameters<typeof lease>[0]) => {
      let count = 0;
      while (count < 9 && !(await lease(options)).includes("quota exceeded")) count += 1;
      return count;
    };
    expect(await given({ role: "app" })).to.equal(3);
    expect(await given({ namespace: "team/" })).to.equal(2);
    expect(await given({ role: "other" }), "more leases exist than the global quota permits").to.equal(0);
  });

  test("a read returns the current count, and a deletion ends the quota", async () => {
    const { ask, lease } = await leasingEngine();
    await lease();
    await ask("POST", "sys/quotas/lease-count/few", { path: "database", max_leases: 1 });
    expect((await ask("GET", "sys/quotas/lease-count/few")).body?.data).to.deep.equal({
      counter: 1,
      max_leases: 1,
      name: "few",
      path: "database/",
      role: "",
      type: "lease-count",
    });
    expect(await lease()).to.equal(limited);
    expect((await ask("DELETE", "sys/quotas/lease-count/few")).status).to.equal(204);
    expect(await lease()).to.match(/^database\/creds\/app\//);
  });

  test("leases are counted rarely: once per allowance, and not while no lease has ended", async () => {
    let counts = 0;
    let given = 0;
    const allowance = new LeaseAllowance({
      most: 100,
      count: async () => {
        counts += 1;
        return given;
      },
    });
    const ask = () => allowance.within(async () => ++given);
    for (let count = 0; count < 1_000; count += 1) await ask();
    expect([given, counts]).to.deep.equal([100, 2]);
    given -= 1;
    allowance.leaseRemoved();
    for (let count = 0; count < 10; count += 1) await ask();
    expect([given, counts]).to.deep.equal([100, 4]);
  });

  test("a request during a count waits for the count", async () => {
    let given = 0;
    const count = async () => given;
    const allowance = new LeaseAllowance({ most: 5, count });
    const answers = await Promise.all(Array.from({ length: 9 }, () => allowance.within(async () => ++given)));
    expect(answers.filter((answer) => answer !== undefined)).to.deep.equal([1, 2, 3, 4, 5]);
  });

  test("a failed grant that a count included permits another one", async () => {
    const refusal = Promise.withResolvers<never>();
    const allowance = new LeaseAllowance({ most: 1, count: async () => 0 });
    const begun = Promise.withResolvers<void>();
    const grant = () => {
      begun.resolve();
      return refusal.promise;
    };
    const failing = allowance.within(grant).catch(() => "failed");
    await begun.promise;
    expect(await allowance.within(async () => "given")).to.equal(undefined);
    refusal.reject(new Error("no server"));
    expect(await failing).to.equal("failed");
    expect(await allowance.within(async () => "given")).to.equal("given");
  });
});
