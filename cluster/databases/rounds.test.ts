import { after, before, suite, test } from "node:test";
import { setTimeout as passed } from "node:timers/promises";
import { expect } from "chai";
import { hashedFraction } from "#cluster/stores/crash-batches.suite.ts";
import {
  eventually,
  type HangingFixture,
  hangingFixture,
  type StandbyServer,
  standbyServer,
} from "./hanging-commits.suite.ts";

/** Number of rounds. `ROUNDS=100` gives a reliable count. */
const rounds = Number(process.env.ROUNDS ?? 4);
const seed = Number(process.env.ROUNDS_SEED ?? 1);

const asked = 12;

const create = `CREATE ROLE "{{name}}" WITH LOGIN PASSWORD '{{password}}' VALID UNTIL '{{expiration}}'`;

let server: StandbyServer;
before(async () => {
  server = await standbyServer();
});
after(() => server[Symbol.asyncDispose]());

async function opened() {
  const fixture = await hangingFixture();
  const connection = await server.connection();
  await server.run(["CREATE ROLE managed WITH LOGIN PASSWORD 'initial'"]);
  await fixture.done("POST", "database/config/pg", connection);
  const roles = { good: [create], bad: [create, "SELECT pg_sleep(0.1)", "SELECT 1/0"] };
  for (const [role, creation_statements] of Object.entries(roles)) {
    await fixture.done("POST", `database/roles/${role}`, { db_name: "pg", creation_statements, default_ttl: "1s" });
  }
  const role = { db_name: "pg", username: "managed", rotation_period: "24h" };
  await fixture.done("POST", "database/static-roles/x", role);
  return { ...fixture, root: connection.username, counts: {} as Record<string, number> };
}

type Fixture = HangingFixture & Readonly<{ root: string; counts: Record<string, number> }>;

const faults: Readonly<Record<string, (fixture: Fixture, fraction: number) => Promise<unknown>>> = {
  credentials: ({ call }) => call("GET", "database/creds/good"),
  "a creation that fails": ({ call }) => call("GET", "database/creds/bad"),
  "revoke-prefix": ({ call }) => call("POST", "sys/leases/revoke-prefix/database/creds"),
  "root rotation": ({ call }) => call("POST", "database/rotate-root/pg"),
  rotation: ({ call }) => call("POST", "database/rotate-role/x"),
  "time passes": async ({ clock }) => clock.leap(2_000),
  "commits hang": async (_, fraction) => {
    await server.hold();
    await passed(fraction * 800);
    await server.release();
  },
  "connections end": async ({ root }) => {
    await server.column(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${root}'`);
  },
  restart: ({ restart }) => restart(),
};

const weights: Readonly<Record<string, number>> = {
  credentials: 6,
  "a creation that fails": 5,
  "revoke-prefix": 2,
  "root rotation": 2,
  rotation: 2,
  "time passes": 2,
  "commits hang": 3,
  "connections end": 2,
  restart: 0.5,
};
const choices = Object.entries(weights).flatMap(([what, weight]) => Array<string>(weight * 2).fill(what));

async function play(fixture: Fixture, round: number): Promise<void> {
  let restarts = 0;
  let holds = 0;
  const fault = Array.from({ length: asked }, async (_, number) => {
    const drawn = (purpose: string) => hashedFraction(seed, round, number, purpose);
    const what = choices[Math.floor(drawn("what") * choices.length)] ?? "credentials";
    await passed(drawn("when") * 300);
    // at most one event per round that affects the whole cluster or the whole server
    if (what === "restart" && restarts++ > 0) return;
    if (what === "commits hang" && holds++ > 0) return;
    const count = (outcome: string) => {
      fixture.counts[outcome] = (fixture.counts[outcome] ?? 0) + 1;
    };
    const reply = await faults[what]?.(fixture, drawn("how long")).catch(() => ({ status: "cut off" }));
    count(reply && typeof reply === "object" && "status" in reply ? `${what}: ${reply.status}` : what);
  });
  await Promise.all(fault);
}

suite(`rounds of random failures (seed ${seed})`, { timeout: 20_000 + rounds * 20_000 }, () => {
  test(`after each of ${rounds}, every user has a lease, every lease has a user, and passwords log in`, async (context) => {
    await using fixture = await opened();
    const { call, done, clock } = fixture;
    const leases = async () => (await Promise.all(["good", "bad"].map((role) => fixture.leases(role)))).flat();
    const users = async () => (await Promise.all(["good", "bad"].map((role) => server.users(role)))).flat();
    for (let round = 1; round <= rounds; round++) {
      await play(fixture, round);
      await server.release();
      // leases of one second expire
      await eventually(clock, async () => (await leases()).length === 0, `round ${round}: all leases end`);
      expect(await users(), `round ${round}: users without a lease`).to.deep.equal([]);
      const { data } = await done("GET", "database/creds/good");
      expect(await server.accepts(String(data?.username), String(data?.password)), `round ${round}`).to.equal(true);
      expect([await leases(), await users()].map(({ length }) => length)).to.deep.equal([1, 1]);
      await eventually(
        clock,
        async () => {
          // an open session does not show whether the stored password is valid
          await done("POST", "database/reset/pg");
          return (await call("POST", "database/rotate-root/pg")).status === 204;
        },
        `round ${round}: the root user's password logs in`,
      );
      const shown = async () => String((await done("GET", "database/static-creds/x")).data?.password);
      await eventually(
        clock,
        async () => server.accepts("managed", await shown()),
        `round ${round}: the managed user's password logs in`,
      );
    }
    context.diagnostic(JSON.stringify(fixture.counts));
  });
});
