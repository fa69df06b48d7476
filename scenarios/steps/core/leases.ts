import { Given, Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import type { RehearsalWorld } from "../../world.ts";

const createUser = `CREATE ROLE "{{name}}" WITH LOGIN PASSWORD '{{password}}' VALID UNTIL '{{expiration}}'`;
const dropUser = `DROP ROLE IF EXISTS "{{name}}"`;

async function writeRole(world: RehearsalWorld, name: string, revocation: readonly string[]): Promise<void> {
  await world.cluster("Oslo").write(`database/roles/${name}`, {
    db_name: "main",
    creation_statements: [createUser],
    revocation_statements: revocation,
    default_ttl: 1800,
  });
  await world.followersHaveIt("Oslo");
}

Given("the role {string} cannot be revoked", async function (this: RehearsalWorld, name: string) {
  await writeRole(this, name, ["DROP ROLE no_such_role"]);
});

Given(
  "the role {string} cannot be revoked until the table {string} is there",
  async function (this: RehearsalWorld, name: string, table: string) {
    await writeRole(this, name, [`INSERT INTO "${this.databaseName(table)}" VALUES ('{{name}}')`, dropUser]);
  },
);

When(
  "all leases below {string} are revoked in {cluster}",
  async function (this: RehearsalWorld, path: string, cluster: string) {
    await this.cluster(cluster).write(`sys/leases/revoke-prefix/${path}`);
  },
);

When(
  "all leases below {string} are asked to be revoked in {cluster}",
  async function (this: RehearsalWorld, prefix: string, cluster: string) {
    const { rootToken: token } = this.cluster(cluster);
    await this.try(cluster, { method: "POST", path: `sys/leases/revoke-prefix/${prefix}`, token });
  },
);

When(
  "all leases below {string} are revoked by force in {cluster}",
  async function (this: RehearsalWorld, path: string, cluster: string) {
    await this.cluster(cluster).write(`sys/leases/revoke-force/${path}`);
  },
);

Then(
  "{cluster} tells of {int} lease(s) that cannot be revoked",
  async function (this: RehearsalWorld, cluster: string, count: number) {
    await this.eventually(async () => {
      const { lease_count } = await this.cluster(cluster).read("sys/leases/count?type=irrevocable");
      expect(lease_count).to.equal(count);
    });
  },
);
