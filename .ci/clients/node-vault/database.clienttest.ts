import { after, before, suite, test } from "node:test";
import { setTimeout as passed } from "node:timers/promises";
import { expect } from "chai";
import pg from "pg";
import { raised, refusal, vault } from "./setting.ts";

const databasePath = "node-database";
const createUser = "CREATE ROLE \"{{name}}\" WITH LOGIN PASSWORD '{{password}}' VALID UNTIL '{{expiration}}'";

suite("database credentials, and their leases", () => {
  const url = new URL(raised.databases[0]?.url ?? "");
  type Credentials = Readonly<{ username: string; password: string }>;

  async function letsIn({ username, password }: Credentials): Promise<boolean> {
    const client = new pg.Client({
      host: url.hostname,
      port: Number(url.port),
      database: "postgres",
      user: username,
      password,
    });
    client.on("error", () => {});
    try {
      await client.connect();
      return (await client.query("SELECT current_user AS name")).rows[0].name === username;
    } catch {
      return false;
    } finally {
      await client.end();
    }
  }

  before(async () => {
    await vault().mount({ mount_point: databasePath, type: "database" });
    await vault().write(`${databasePath}/config/main`, {
      plugin_name: "postgresql-database-plugin",
      connection_url: `postgresql://{{username}}:{{password}}@${url.host}/postgres`,
      username: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
      allowed_roles: "reader,short,nightly",
    });
    const role = { db_name: "main", creation_statements: [createUser], default_ttl: "10m", max_ttl: "30m" };
    await vault().write(`${databasePath}/roles/reader`, role);
  });
  after(() => vault().unmount({ mount_point: databasePath }));

  test("a connection is returned without its password, and a role as written", async () => {
    const { data } = await vault().read(`${databasePath}/config/main`);
    expect(data).to.have.nested.property("connection_details.username", decodeURIComponent(url.username));
    expect(JSON.stringify(data)).to.not.include(url.password);
    expect(data.allowed_roles).to.deep.equal(["reader", "short", "nightly"]);
    const role = (await vault().read(`${databasePath}/roles/reader`)).data;
    expect(role).to.include({ db_name: "main", default_ttl: 600, max_ttl: 1800, credential_type: "password" });
    expect(role.creation_statements).to.deep.equal([createUser]);
    expect((await vault().list(`${databasePath}/roles`)).data.keys).to.include("reader");
  });

  test("credentials work, can be looked up and renewed, and stop working once revoked", async () => {
    const answer = await vault().generateDatabaseCredentials({ databasePath, name: "reader" });
    expect(answer).to.include({ renewable: true, lease_duration: 600 });
    expect(answer.lease_id).to.match(/^node-database\/creds\/reader\/[A-Za-z0-9]{24}$/);
    expect(await letsIn(answer.data)).to.equal(true);
    const { data } = await vault().write("sys/leases/lookup", { lease_id: answer.lease_id });
    expect(data).to.include({ id: answer.lease_id, renewable: true, last_renewal: null });
    const renewed = await vault().renew({ lease_id: answer.lease_id, increment: 1200 });
    expect(renewed).to.include({ lease_id: answer.lease_id, renewable: true, lease_duration: 1200, data: null });
    expect((await vault().renew({ lease_id: answer.lease_id, increment: 86_400 })).warnings).to.have.length(1);
    await vault().revoke({ lease_id: answer.lease_id });
    expect(await letsIn(answer.data)).to.equal(false);
    const { status, message } = await refusal(vault().write("sys/leases/lookup", { lease_id: answer.lease_id }));
    expect([status, message]).to.deep.equal([400, "invalid lease"]);
    expect((await refusal(vault().renew({ lease_id: answer.lease_id }))).message).to.equal("lease not found");
  });

  test("the library renews a lease by itself", async () => {
    const { lease_id } = await vault().generateDatabaseCredentials({ databasePath, name: "reader" });
    const client = vault();
    const renewed = new Promise((resolve, reject) => {
      client.once("lease:renewed", resolve);
      client.once("lease:error:renew", reject);
    });
    client.startLeaseRenewal(lease_id, 2, { renewFraction: 0.5, increment: 900 });
    expect(await renewed).to.have.nested.property("result.lease_duration", 900);
    client.stopAllRenewals();
  });

  test("leases below a prefix are listed, and revoked together", async () => {
    await vault().write(`${databasePath}/roles/short`, { db_name: "main", creation_statements: [createUser] });
    const asked = [1, 2].map(() => vault().generateDatabaseCredentials({ databasePath, name: "short" }));
    const answers = await Promise.all(asked);
    const { keys } = (await vault().list(`sys/leases/lookup/${databasePath}/creds/short`)).data;
    expect(keys).to.have.members(answers.map(({ lease_id }) => lease_id.split("/").at(-1)));
    await vault().revokePrefix({ path_prefix: `${databasePath}/creds/short` });
    for (const { data } of answers) expect(await letsIn(data)).to.equal(false);
    expect((await refusal(vault().list(`sys/leases/lookup/${databasePath}/creds/short`))).status).to.equal(404);
  });

  test("credentials are revoked with the token that requested them", async () => {
    const policies = ["node-database"];
    await vault().addPolicy({
      name: "node-database",
      policy: `path "${databasePath}/creds/*" { capabilities = ["read"] }`,
    });
    const { client_token: token } = (await vault().tokenCreate({ policies })).auth;
    const { data } = await vault({ token }).generateDatabaseCredentials({ databasePath, name: "reader" });
    expect(await letsIn(data)).to.equal(true);
    await vault().tokenRevoke({ token });
    // The revocation starts at once, but takes a moment.
    for (let tries = 0; tries < 100 && (await letsIn(data)); tries++) await passed(100);
    expect(await letsIn(data)).to.equal(false);
  });

  test("a static role changes its user's password", async () => {
    const first = (await vault().generateDatabaseCredentials({ databasePath, name: "reader" })).data;
    const role = { db_name: "main", username: first.username, rotation_period: "1h" };
    await vault().write(`${databasePath}/static-roles/nightly`, role);
    const kept = (await vault().read(`${databasePath}/static-creds/nightly`)).data;
    expect(kept).to.include({ username: first.username, rotation_period: 3600 });
    expect(kept.password).to.not.equal(first.password);
    expect(await letsIn(kept)).to.equal(true);
    await vault().write(`${databasePath}/rotate-role/nightly`, {});
    expect(await letsIn(kept)).to.equal(false);
    expect(await letsIn((await vault().read(`${databasePath}/static-creds/nightly`)).data)).to.equal(true);
    await vault().delete(`${databasePath}/static-roles/nightly`);
  });

  test("an unknown role, or one without permission, is refused", async () => {
    const none = await refusal(vault().generateDatabaseCredentials({ databasePath, name: "none" }));
    expect([none.status, none.message]).to.deep.equal([400, "unknown role: none"]);
    await vault().write(`${databasePath}/roles/other`, { db_name: "main", creation_statements: [createUser] });
    const other = await refusal(vault().generateDatabaseCredentials({ databasePath, name: "other" }));
    expect(other.message).to.match(/"other" is not an allowed role/);
  });
});
