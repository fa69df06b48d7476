import { Given, Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import type { RehearsalWorld } from "../../world.ts";

const createUser = `CREATE ROLE "{{name}}" WITH LOGIN PASSWORD '{{password}}' VALID UNTIL '{{expiration}}'`;
const dropUser = `DROP ROLE IF EXISTS "{{name}}"`;

async function writeRole(
  world: RehearsalWorld,
  { name, cluster, revocation }: Readonly<{ name: string; cluster: string; revocation: readonly string[] }>,
): Promise<void> {
  await world.cluster(cluster).write(`database/roles/${name}`, {
    db_name: "main",
    creation_statements: [createUser],
    revocation_statements: revocation,
    default_ttl: 1740,
  });
  await world.secondariesCaughtUp(cluster);
}

Given(
  "the leases of role {string} in {cluster} cannot be revoked",
  async function (this: RehearsalWorld, name: string, cluster: string) {
    await writeRole(this, { name, cluster, revocation: ["DROP ROLE no_such_role"] });
  },
);

Given(
  "the leases of role {string} in {cluster} cannot be revoked until the table {string} is there",
  async function (this: RehearsalWorld, name: string, cluster: string, table: string) {
    const revocation = [`INSERT INTO "${this.databases.tableOf(table)}" VALUES ('{{name}}')`, dropUser];
    await writeRole(this, { name, cluster, revocation });
  },
);

When(
  "all leases below {string} are revoked in {cluster}",
  async function (this: RehearsalWorld, path: string, cluster: string) {
    await this.cluster(cluster).write(`sys/leases/revoke-prefix/${path}`);
  },
);

When(
  "{client} tries to revoke all leases below {string} in {cluster}",
  async function (this: RehearsalWorld, who: string, prefix: string, cluster: string) {
    await this.tryAs(who, cluster, { method: "POST", path: `sys/leases/revoke-prefix/${prefix}` });
  },
);

When(
  "all leases below {string} are force-revoked in {cluster}",
  async function (this: RehearsalWorld, path: string, cluster: string) {
    await this.cluster(cluster).write(`sys/leases/revoke-force/${path}`);
  },
);

Then(
  "{cluster} counts {int} irrevocable lease(s)",
  async function (this: RehearsalWorld, cluster: string, count: number) {
    await this.eventually(async () => {
      const { lease_count } = await this.cluster(cluster).read("sys/leases/count?type=irrevocable");
      expect(lease_count).to.equal(count);
    });
  },
);
