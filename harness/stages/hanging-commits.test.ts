import { suite, test } from "node:test";
import { expect } from "chai";
import { type Random, random } from "#harness/simulation/random.ts";
import { simulated } from "./simulated.ts";

const seeds = Number(process.env.SEEDS ?? 5);
const tasks = 30;

const creation = `CREATE ROLE "{{name}}" WITH LOGIN PASSWORD '{{password}}'`;
const minute = 60_000;

async function fixture(seed: number) {
  const stage = await simulated({ seed, topology: { name: "one", clusters: ["Oslo"] } });
  const [oslo] = stage.clusters;
  if (!oslo) throw new Error("expected a cluster");
  const call = (method: "GET" | "POST" | "LIST", path: string, body?: Readonly<Record<string, unknown>>) =>
    oslo.call({ method, path, token: oslo.rootToken, ...(body ? { body } : {}) });
  const done: typeof call = async (...what) => {
    const reply = await call(...what);
    if (reply.status >= 300) throw new Error(`${what[1]}: ${reply.status} ${JSON.stringify(reply.body)}`);
    return reply;
  };
  await stage.database.run([
    "CREATE ROLE root LOGIN SUPERUSER PASSWORD 'root-initial'",
    "CREATE ROLE app LOGIN PASSWORD 'app-initial'",
  ]);
  await done("POST", "sys/mounts/database", { type: "database" });
  await done("POST", "database/config/pg", {
    plugin_name: "postgresql-database-plugin",
    connection_url: stage.database.urlFor("{{username}}", "{{password}}"),
    username: "root",
    password: "root-initial",
    allowed_roles: "*",
  });
  await done("POST", "database/roles/app", { db_name: "pg", creation_statements: creation, default_ttl: "60s" });
  const revoke = () => call("POST", "sys/leases/revoke-prefix/database/creds/app");
  return {
    ...stage,
    call,
    done,
    revoke,
    leases: async () =>
      ((await call("LIST", "sys/leases/lookup/database/creds/app")).body?.data?.keys ?? []) as string[],
    users: () => stage.database.column("SELECT rolname FROM pg_roles WHERE rolname LIKE 'v-%'"),
    restart: () => oslo.restart(),
    staticRole: () =>
      call("POST", "database/static-roles/x", { db_name: "pg", username: "app", rotation_period: "1h" }),
  };
}

type Fixture = Awaited<ReturnType<typeof fixture>>;

const faults: readonly ((fixture: Fixture) => unknown)[] = [
  ({ call }) => call("GET", "database/creds/app"),
  ({ revoke }) => revoke(),
  ({ call }) => call("POST", "database/rotate-root/pg"),
  ({ staticRole }) => staticRole(),
  ({ call }) => call("POST", "database/rotate-role/x"),
  ({ commits }) => commits.hold(),
  ({ commits }) => commits.release(),
  ({ pass }) => pass(minute),
  ({ restart }) => restart(),
];

async function randomFault(faultOrder: Random, fixture: Fixture): Promise<void> {
  const fault = faults[Math.floor(faultOrder.fraction() * faults.length)];
  // The operation may be refused or interrupted by a restart.
  await fault?.(fixture);
}

suite("commits that hang, on the simulated stage", () => {
  test("a missing reply leaves the outcome open, and the commit takes effect later", async () => {
    await using oslo = await fixture(1);
    oslo.commits.hold();
    const { status, body } = await oslo.call("POST", "database/rotate-root/pg");
    expect(status).to.equal(500);
    expect(body?.errors?.join()).to.include("both are kept").and.include("no answer from database.simulated");
    expect(await oslo.database.accepts("root", "root-initial")).to.equal(true);
    oslo.commits.release();
    expect(await oslo.database.accepts("root", "root-initial")).to.equal(false);
    await oslo.done("GET", "database/creds/app");
  });

  for (let seed = 1; seed <= seeds; seed++) {
    test(`users and leases match at the end and passwords are valid (seed ${seed})`, async () => {
      await using oslo = await fixture(seed);
      const faultOrder = random(seed, "faults");
      for (let task = 0; task < tasks; task++) await randomFault(faultOrder, oslo);
      oslo.commits.release();
      await oslo.pass(2 * minute);
      expect((await oslo.revoke()).status).to.equal(204);
      expect([await oslo.leases(), await oslo.users()]).to.deep.equal([[], []]);
      // The stored password must log in; an open session would not show this.
      await oslo.done("POST", "database/reset/pg");
      await oslo.done("POST", "database/rotate-root/pg");
      const { body } = await oslo.call("GET", "database/static-creds/x");
      if (body?.data) expect(await oslo.database.accepts("app", String(body.data.password))).to.equal(true);
    });
  }
});
