import { type DataTable, Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import type { ApiRequest } from "#harness/api/request.ts";
import type { RehearsalWorld } from "../../world.ts";

Then("{cluster} serves none of these outside of its API:", async function (this: RehearsalWorld, cluster, table) {
  for (const { request = "" } of (table as DataTable).hashes()) {
    const [method, path = ""] = request.split(" ");
    for (const base of ["/", "/v1/v1/"]) {
      const asked = { method: method as ApiRequest["method"], path, base };
      expect((await this.cluster(cluster).askAsOperator(asked)).status, base + path).to.be.within(400, 599);
    }
  }
});

When(
  "an operator moves the mount {string} to {string} in {cluster}",
  async function (this: RehearsalWorld, from: string, to: string, cluster: string) {
    const { data } = await this.cluster(cluster).write("sys/remount", { from, to });
    await this.eventually(async () => {
      const told = await this.cluster(cluster).read(`sys/remount/status/${String(data?.migration_id)}`);
      expect(told.migration_info).to.include({ status: "success" });
    });
  },
);
