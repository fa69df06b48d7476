import { test } from "node:test";
import { expect } from "chai";
import type { ApiRequest } from "#harness/api/request.ts";
import type { Stage, StageCluster } from "#harness/stages/stage.ts";
import { Needs } from "./needs.ts";

const answered = { status: 200, headers: {}, body: undefined };
const cluster = (name: string): Pick<StageCluster, "name" | "call"> => ({ name, call: async () => answered });
const asked = (path: string, more: Partial<ApiRequest> = {}): ApiRequest => ({ method: "GET", path, ...more });

async function asks(tags: readonly string[], request: ApiRequest, name = "Oslo"): Promise<unknown> {
  try {
    return await new Needs(tags).of(cluster(name)).call(request);
  } catch (error) {
    return String(error);
  }
}

test("what a request needs has to be told by a tag", async () => {
  const namespace = { headers: { "x-vault-namespace": "team" } };
  for (const [request, tag] of [
    [asked("sys/replication/performance/status"), "@needs-replication"],
    [asked("sys/namespaces/team"), "@needs-namespaces"],
    [asked("colours/sky", namespace), "@needs-namespaces"],
    [asked("sys/quotas/lease-count/many"), "@needs-quotas"],
  ] as const) {
    expect(await asks([], request))
      .to.contain(request.path)
      .and.contain(tag);
    expect(await asks([tag], request)).to.equal(answered);
  }
  expect(await asks([], asked("colours/sky"))).to.equal(answered);
});

test("a second cluster is there for a scenario that needs replication, or clusters that are not initialised", async () => {
  expect(await asks([], asked("colours/sky"), "Lima"))
    .to.contain("speaks of Lima")
    .and.contain("@needs-replication");
  expect(await asks(["@needs-replication"], asked("colours/sky"), "Lima")).to.equal(answered);
  expect(await asks(["@untouched"], asked("colours/sky"), "Lima")).to.equal(answered);
});

test("database and cloud are there for who needs them", () => {
  const stage = { name: "live", database: "a database", cloud: "a cloud" } as unknown as Stage;
  const without = new Needs(["@needs-partition"]).over(stage);
  expect(without.name).to.equal("live");
  expect(() => without.database).to.throw("@needs-database");
  expect(() => without.cloud).to.throw("@needs-cloud");
  const both = new Needs(["@needs-database", "@needs-cloud"]).over(stage);
  expect([both.database, both.cloud]).to.deep.equal(["a database", "a cloud"]);
});
