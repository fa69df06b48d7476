import { after, afterEach, before, suite, test } from "node:test";
import { expect } from "chai";
import {
  eventually,
  type HangingFixture,
  hangingFixture,
  type StandbyServer,
  standbyServer,
} from "./hanging-commits.suite.ts";

let server: StandbyServer;
before(async () => {
  server = await standbyServer();
});
afterEach(() => server.release());
after(() => server[Symbol.asyncDispose]());

const creation = `CREATE ROLE "{{name}}" WITH LOGIN PASSWORD '{{password}}' VALID UNTIL '{{expiration}}'`;

let fixtures = 0;
async function opened(): Promise<HangingFixture & { app: string }> {
  const fixture = await hangingFixture();
  fixtures += 1;
  const app = `app${fixtures}`;
  await fixture.done("POST", "database/config/pg", await server.connection());
  await fixture.done("POST", `database/roles/${app}`, { db_name: "pg", creation_statements: creation });
  return { ...fixture, app };
}

let users = 0;
async function someUser(): Promise<string> {
  users += 1;
  await server.run([`CREATE ROLE "app ${users}" WITH LOGIN PASSWORD 'initial'`]);
  return `app ${users}`;
}

async function accepts({ done }: HangingFixture, role: string): Promise<boolean> {
  const { data } = await done("GET", `database/static-creds/${role}`);
  return server.accepts(String(data?.username), String(data?.password));
}

/**
 * Sends a request while commits hang. Returns the reply. If `killed`, kills and restarts the cluster before the reply,
 * and returns undefined.
 */
async function hanging(
  { call, restart }: HangingFixture,
  { killed }: { killed: boolean },
  ...request: Call
): Promise<Answer> {
  await server.hold();
  const answer = call(...request);
  if (!killed) return answer;
  answer.catch(() => "it died with the cluster");
  await server.hangs();
  await restart();
  return undefined;
}

type Call = Parameters<HangingFixture["call"]>;
type Answer = Awaited<ReturnType<HangingFixture["call"]>> | undefined;

function errorsOf(answer: Answer): string {
  return answer?.body.errors?.join() ?? "";
}

async function rootWorks({ call, done }: HangingFixture): Promise<boolean> {
  // an open session does not show whether the password is valid
  await done("POST", "database/reset/pg");
  return (await call("POST", "database/rotate-root/pg")).status === 204;
}

suite("a commit without an answer", { timeout: 300_000 }, () => {
  for (const killed of [false, true]) {
    const also = killed ? ", also by a cluster that was killed" : "";

    test(`of a root rotation keeps both passwords until it is known which one is valid${also}`, async () => {
      await using fixture = await opened();
      const answer = await hanging(fixture, { killed }, "POST", "database/rotate-root/pg");
      if (!killed) expect(errorsOf(answer)).to.include("it is not known which password holds; both are kept");
      // This request must not take the old password for the valid one.
      await fixture.call("POST", "database/rotate-root/pg");
      await server.release();
      await eventually(fixture.clock, () => rootWorks(fixture));
      await fixture.done("GET", `database/creds/${fixture.app}`);
    });

    test(`of a static role's first rotation creates the role with the valid password${also}`, async () => {
      await using fixture = await opened();
      const role = { db_name: "pg", username: await someUser(), rotation_period: "1h" };
      const answer = await hanging(fixture, { killed }, "POST", "database/static-roles/x", role);
      if (!killed) expect(errorsOf(answer)).to.include("it is not known whether the user has its new password");
      // The old password is still valid during this request.
      await fixture.call("POST", "database/static-roles/x", role);
      await server.release();
      await eventually(
        fixture.clock,
        async () => (await fixture.call("GET", "database/static-roles/x")).status === 200,
      );
      expect(await accepts(fixture, "x")).to.equal(true);
    });

    test(`of a rotation shows a valid password, finally the new one${also}`, async () => {
      await using fixture = await opened();
      const role = { db_name: "pg", username: await someUser(), rotation_period: "24h" };
      await fixture.done("POST", "database/static-roles/x", role);
      const { data: before } = await fixture.done("GET", "database/static-creds/x");
      const answer = await hanging(fixture, { killed }, "POST", "database/rotate-role/x");
      if (!killed) {
        expect(errorsOf(answer)).to.include("retries will continue in the background");
        expect(await accepts(fixture, "x")).to.equal(true);
      }
      // A restarted cluster settles the rotation at once, possibly between the read of the password and its login.
      await eventually(fixture.clock, () => accepts(fixture, "x"));
      await server.release();
      const isNew = async () =>
        (await fixture.done("GET", "database/static-creds/x")).data?.password !== before?.password;
      await eventually(fixture.clock, isNew);
      expect(await accepts(fixture, "x")).to.equal(true);
    });

    test(`of a creation leaves no user without a lease${also}`, async () => {
      await using fixture = await opened();
      await hanging(fixture, { killed }, "GET", `database/creds/${fixture.app}`);
      const revoke = () => fixture.call("POST", `sys/leases/revoke-prefix/database/creds/${fixture.app}`);
      // The lease ends now at the latest, before the user exists.
      await revoke();
      await server.release();
      await eventually(fixture.clock, async () => (await revoke()).status === 204);
      expect(await server.users(fixture.app)).to.deep.equal([]);
    });

    test(`of a revocation keeps the lease until the user is gone${also}`, async () => {
      await using fixture = await opened();
      const { lease_id } = await fixture.done("GET", `database/creds/${fixture.app}`);
      await hanging(fixture, { killed }, "POST", "sys/leases/revoke", { lease_id });
      expect(await fixture.leases(fixture.app)).to.have.length(1);
      await server.release();
      await fixture.done("POST", "sys/leases/revoke", { lease_id });
      expect(await server.users(fixture.app)).to.deep.equal([]);
    });
  }

  test("of a root rotation requires a password set by an operator to be valid permanently", async () => {
    await using fixture = await opened();
    const { data } = await fixture.done("GET", "database/config/pg");
    const { username } = (data?.connection_details ?? {}) as { username: string };
    await server.hold();
    await fixture.call("POST", "database/rotate-root/pg");
    expect(await server.accepts(username, "root-initial")).to.equal(true);
    const { status, body } = await fixture.call("POST", "database/config/pg", { password: "root-initial" });
    expect([status, body.errors?.join()]).to.deep.equal([
      400,
      `error creating database object: error verifying connection: password authentication failed for user "${username}" (SQLSTATE 28P01)`,
    ]);
    await server.release();
    expect(await rootWorks(fixture)).to.equal(true);
  });

  test("of a renewal does not keep the user after its lease", async () => {
    await using fixture = await opened();
    const { lease_id } = await fixture.done("GET", `database/creds/${fixture.app}`);
    await server.hold();
    expect((await fixture.call("POST", "sys/leases/renew", { lease_id, increment: 3600 })).status).to.equal(400);
    await fixture.call("POST", "sys/leases/revoke", { lease_id });
    await server.release();
    await fixture.done("POST", `sys/leases/revoke-prefix/database/creds/${fixture.app}`);
    expect(await server.users(fixture.app)).to.deep.equal([]);
  });
});
