import { type DataTable, Given, Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import type { ApiRequest } from "#harness/api/request.ts";
import { stsRegion } from "../../world/clouds.ts";
import type { RehearsalWorld } from "../../world.ts";

Given("these are mounted in {cluster}:", async function (this: RehearsalWorld, cluster: string, table: DataTable) {
  for (const { path = "", type = "" } of table.hashes()) {
    await this.cluster(cluster).write(path.startsWith("auth/") ? `sys/${path}` : `sys/mounts/${path}`, { type });
  }
});

Then("{cluster} serves none of these outside of its API:", async function (this: RehearsalWorld, cluster, table) {
  for (const { request = "" } of (table as DataTable).hashes()) {
    const [method, path = ""] = request.split(" ");
    for (const base of ["/", "/v1/v1/"]) {
      const asked = { method: method as ApiRequest["method"], path, base };
      expect((await this.cluster(cluster).askAsOperator(asked)).status, base + path).to.be.within(400, 599);
    }
  }
});

Given(
  "cloud login at {string} in {cluster} asks for the server {string}",
  async function (this: RehearsalWorld, mount: string, cluster: string, server: string) {
    const { url } = this.stage.cloud;
    const fields = { sts_endpoint: url, sts_region: stsRegion, iam_server_id_header_value: server };
    await this.cluster(cluster).write(`auth/${mount}/config/client`, fields);
  },
);

Given(
  "the role {string} at {string} in {cluster} is for {person} alone",
  async function (this: RehearsalWorld, role: string, mount: string, cluster: string, who: string) {
    const bound = { bound_iam_principal_arn: this.clouds.user(who).arn, resolve_cloud_unique_ids: false };
    await this.cluster(cluster).write(`auth/${mount}/role/${role}`, bound);
  },
);

When(
  "the mount {string} is moved to {string} in {cluster}",
  async function (this: RehearsalWorld, from: string, to: string, cluster: string) {
    const { data } = await this.cluster(cluster).write("sys/remount", { from, to });
    await this.eventually(async () => {
      const told = await this.cluster(cluster).read(`sys/remount/status/${String(data?.migration_id)}`);
      expect(told.migration_info).to.include({ status: "success" });
    });
  },
);
