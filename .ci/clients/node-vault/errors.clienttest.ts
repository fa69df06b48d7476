import { suite, test } from "node:test";
import { expect } from "chai";
import { refusal, vault } from "./setting.ts";

suite("errors reported by the library", () => {
  test("a missing object is 404, and an unknown token 403", async () => {
    expect(await refusal(vault().read("secret/data/node/nothing"))).to.include({ status: 404, message: "Status 404" });
    expect(await refusal(vault({ token: "hvs.unknown" }).mounts())).to.include({
      status: 403,
      message: "permission denied",
    });
  });

  test("the path of an unknown route is in the error for a permitted client", async () => {
    const { status, message } = await refusal(vault().read("node-nomount/x"));
    expect([status, message]).to.deep.equal([404, 'no handler for route "node-nomount/x". route entry not found.']);
    expect((await refusal(vault().read("sys/nope"))).message).to.equal("1 error occurred:\n\t* unsupported path\n\n");
    expect((await refusal(vault().delete("sys/capabilities-self"))).status).to.equal(405);
  });

  test("a field of the wrong type is 400 and named in the error", async () => {
    const { status, message } = await refusal(vault().write("auth/token/create", { ttl: "bogus" }));
    expect(status).to.equal(400);
    expect(message).to.match(/invalid duration "bogus"/);
  });

  test("deleting a missing object succeeds", async () => {
    expect(await vault().delete("secret/metadata/node/nothing")).to.equal("");
    expect(await vault().unmount({ mount_point: "node-nothing" })).to.equal("");
  });

  test("a patch needs its own content type", async () => {
    const { status, message } = await refusal(
      vault().request({ path: "/secret/data/node/x", method: "PATCH", json: { data: {} } }),
    );
    expect(status).to.equal(415);
    expect(message).to.match(/^PATCH requires Content-Type of application\/merge-patch\+json/);
  });

  test("a request above a quota is 429", async () => {
    await vault().mount({ mount_point: "node-quota", type: "kv" });
    await vault().write("sys/quotas/rate-limit/node-quota", { path: "node-quota/", rate: 1, interval: "60s" });
    const statuses: number[] = [];
    for (const _ of [1, 2, 3]) statuses.push((await refusal(vault().read("node-quota/x"))).status);
    expect(statuses).to.deep.equal([404, 429, 429]);
    expect((await refusal(vault().read("node-quota/x"))).message).to.equal(
      'request path "node-quota/x": rate limit quota exceeded',
    );
    await vault().delete("sys/quotas/rate-limit/node-quota");
    await vault().unmount({ mount_point: "node-quota" });
  });
});
