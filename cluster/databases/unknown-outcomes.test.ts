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

/** A cluster with a connection, and a dynamic role that no other test has. */
let fixtures = 0;
async function opened(): Promise<HangingFixture & { app: string }> {
  const fixture = await hangingFixture();
  fixtures += 1;
  const app = `app${fixtures}`;
  await fixture.done("POST", "database/config/pg", await server.connection());
  await fixture.done("POST", `database/roles/${app}`, { db_name: "pg", creation_statements: creation });
  return { ...fixture, app };
}

/** A user that no role manages yet. */
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

/** Calls while commits hang. Yields the answer, or kills the cluster before there is one, and starts it again. */
async function hanging(
  { call, restart }: HangingFixture,
  { killed }: { killed: boolean },
  ...what: Call
): Promise<Answer> {
  await server.hold();
  const answer = call(...what);
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

/** Whether the root user's stored password logs in, with nothing left open. */
async function rootWorks({ call, done }: HangingFixture): Promise<boolean> {
  // a session that is open says nothing of it
  await done("POST", "database/reset/pg");
  return (await call("POST", "database/rotate-root/pg")).status === 204;
}

suite("a commit whose answer does not come", { timeout: 300_000 }, () => {
  for (const killed of [false, true]) {
    const also = killed ? ", also by a cluster that was killed meanwhile" : "";

    test(`of a root rotation: both passwords are kept until it is known which holds${also}`, async () => {
      await using fixture = await opened();
      const answer = await hanging(fixture, { killed }, "POST", "database/rotate-root/pg");
      if (!killed) expect(errorsOf(answer)).to.include("it is not known which password holds; both are kept");
      // the look that used to take the old password for the one that holds
      await fixture.call("POST", "database/rotate-root/pg");
      await server.release();
      await eventually(fixture.clock, () => rootWorks(fixture));
      await fixture.done("GET", `database/creds/${fixture.app}`);
    });

    test(`of a static role's first rotation: the role comes to be with the password that holds${also}`, async () => {
      await using fixture = await opened();
      const role = { db_name: "pg", username: await someUser(), rotation_period: "1h" };
      const answer = await hanging(fixture, { killed }, "POST", "database/static-roles/x", role);
      if (!killed) expect(errorsOf(answer)).to.include("it is not known whether the user has its new password");
      // a look that finds the old password still in use
      await fixture.call("POST", "database/static-roles/x", role);
      await server.release();
      await eventually(
        fixture.clock,
        async () => (await fixture.call("GET", "database/static-roles/x")).status === 200,
      );
      expect(await accepts(fixture, "x")).to.equal(true);
    });

    test(`of a rotation: the password that is shown is one that holds, in the end the new one${also}`, async () => {
      await using fixture = await opened();
      const role = { db_name: "pg", username: await someUser(), rotation_period: "24h" };
      await fixture.done("POST", "database/static-roles/x", role);
      const { data: before } = await fixture.done("GET", "database/static-creds/x");
      const answer = await hanging(fixture, { killed }, "POST", "database/rotate-role/x");
      if (!killed) {
        expect(errorsOf(answer)).to.include("retries will continue in the background");
        expect(await accepts(fixture, "x")).to.equal(true);
      }
      // A cluster that starts anew settles it at once: that may come between the password that is shown and its login.
      await eventually(fixture.clock, () => accepts(fixture, "x"));
      await server.release();
      const isNew = async () =>
        (await fixture.done("GET", "database/static-creds/x")).data?.password !== before?.password;
      await eventually(fixture.clock, isNew);
      expect(await accepts(fixture, "x")).to.equal(true);
    });

    test(`of a creation: no user is left without a lease${also}`, async () => {
      await using fixture = await opened();
      await hanging(fixture, { killed }, "GET", `database/creds/${fixture.app}`);
      const revoke = () => fixture.call("POST", `sys/leases/revoke-prefix/database/creds/${fixture.app}`);
      // at the latest now the lease ends, with the user not there yet
      await revoke();
      await server.release();
      await eventually(fixture.clock, async () => (await revoke()).status === 204);
      expect(await server.users(fixture.app)).to.deep.equal([]);
    });

    test(`of a revocation: the lease stays until the user is gone${also}`, async () => {
      await using fixture = await opened();
      const { lease_id } = await fixture.done("GET", `database/creds/${fixture.app}`);
      await hanging(fixture, { killed }, "POST", "sys/leases/revoke", { lease_id });
      expect(await fixture.leases(fixture.app)).to.have.length(1);
      await server.release();
      await fixture.done("POST", "sys/leases/revoke", { lease_id });
      expect(await server.users(fixture.app)).to.deep.equal([]);
    });
  }

  test("of a root rotation: a password that an operator gives has to hold for good", async () => {
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

  test("of a renewal: the user ends with its lease all the same", async () => {
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
