import { Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import type { RehearsalWorld } from "../../world.ts";
import { usersOf } from "./login.ts";

/** Tolerance in seconds for a busy machine. */
const leewaySeconds = 20;

/** Requests credentials as a client, and stores them for the client. */
export async function requestCredentials(
  world: RehearsalWorld,
  who: string,
  role: string,
  cluster: string,
): Promise<void> {
  const token = await world.clients.tokenOf(who, cluster);
  const answer = await world.cluster(cluster).send("GET", `database/creds/${role}`, undefined, token);
  const { data, lease_id: lease = "", lease_duration: seconds = 0 } = answer;
  const { username, password } = data ?? {};
  world.person(who).credentials = { username: String(username), password: String(password), lease, seconds, answer };
  world.values.set(`lease of ${who}`, lease);
}

When(
  "{person} requests dynamic credentials of role {string} from {cluster}",
  async function (this: RehearsalWorld, who: string, role: string, cluster: string) {
    await requestCredentials(this, who, role, cluster);
  },
);

When(
  "{person} requests dynamic credentials of role {string} from {cluster} {int} times",
  async function (this: RehearsalWorld, who: string, role: string, cluster: string, times: number) {
    this.databases.passwords = [];
    for (let time = 0; time < times; time++) {
      await requestCredentials(this, who, role, cluster);
      this.databases.passwords.push(this.person(who).credentials?.password ?? "");
    }
  },
);

When(
  "{person} tries to request dynamic credentials of role {string} from {cluster}",
  async function (this: RehearsalWorld, who: string, role: string, cluster: string) {
    this.databases.usersBefore = await usersOf(this);
    await this.tryAs(who, cluster, { method: "GET", path: `database/creds/${role}` });
  },
);

When(
  "{person} revokes the lease of the dynamic credentials in {cluster}",
  async function (this: RehearsalWorld, who: string, cluster: string) {
    const { lease } = this.person(who).credentials ?? {};
    await this.cluster(cluster).write(
      "sys/leases/revoke",
      { lease_id: lease },
      await this.clients.tokenOf(who, cluster),
    );
  },
);

When(
  "{person} renews the lease of the dynamic credentials in {cluster} for {int} seconds",
  async function (this: RehearsalWorld, who: string, cluster: string, increment: number) {
    const { lease } = this.person(who).credentials ?? {};
    const { lease_duration } = await this.cluster(cluster).write(
      "sys/leases/renew",
      { lease_id: lease, increment },
      await this.clients.tokenOf(who, cluster),
    );
    this.databases.renewedSeconds = lease_duration ?? 0;
  },
);

Then("each of those passwords has {int} characters", function (this: RehearsalWorld, characters: number) {
  for (const password of this.databases.passwords) expect(password).to.have.lengthOf(characters);
});

Then(
  "each of those passwords has an upper-case letter, a lower-case letter, a digit and a dash",
  function (this: RehearsalWorld) {
    expect(this.databases.passwords.length, "passwords").to.be.greaterThan(0);
    for (const password of this.databases.passwords) {
      for (const kind of [/[A-Z]/, /[a-z]/, /[0-9]/, /-/]) expect(password).to.match(kind);
    }
  },
);

Then(
  "the password of {person}'s dynamic credentials is {int} digits",
  function (this: RehearsalWorld, who: string, count: number) {
    expect(this.person(who).credentials?.password).to.match(new RegExp(`^[0-9]{${count}}$`));
  },
);

Then(
  "the password of static role {string}, read from {cluster}, is {int} digits",
  async function (this: RehearsalWorld, role: string, cluster: string, count: number) {
    const { password } = await this.cluster(cluster).read(`database/static-creds/${role}`);
    expect(password).to.match(new RegExp(`^[0-9]{${count}}$`));
  },
);

Then(
  "the table {string} has the entries {string}",
  async function (this: RehearsalWorld, table: string, entries: string) {
    const wanted = entries === "" ? [] : entries.split(", ").map((entry) => this.databases.withNames(entry));
    expect(await entriesOf(this, table)).to.deep.equal(wanted);
  },
);

Then(
  "the table {string} has one entry, which matches {string}",
  async function (this: RehearsalWorld, table: string, pattern: string) {
    const entries = await entriesOf(this, table);
    expect(entries).to.have.lengthOf(1);
    expect(entries[0]).to.match(new RegExp(`^${pattern}$`));
  },
);

async function entriesOf(world: RehearsalWorld, table: string): Promise<readonly string[]> {
  return world.stage.database.column(world.product.tables.entries(world.databases.tableOf(table)));
}

When(
  "{person} reads the credentials of static role {string} from {cluster} as one of those passwords",
  async function (this: RehearsalWorld, who: string, role: string, cluster: string) {
    const { password } = await this.cluster(cluster).read(
      `database/static-creds/${role}`,
      await this.clients.tokenOf(who, cluster),
    );
    this.databases.passwords.push(String(password));
  },
);

Then(
  "the lease ends {int} seconds after it was issued, {int} of which have passed",
  function (this: RehearsalWorld, seconds: number, passed: number) {
    expect(this.databases.renewedSeconds).to.be.within(seconds - passed - leewaySeconds, seconds - passed);
  },
);

Then(
  "the database has {person}'s user valid until the year {int}",
  async function (this: RehearsalWorld, who: string, year: number) {
    const { username } = this.person(who).credentials ?? {};
    const [until] = await this.stage.database.column(
      `SELECT rolvaliduntil FROM pg_catalog.pg_roles WHERE rolname = '${username}'`,
    );
    expect(new Date(until ?? "").getUTCFullYear()).to.equal(year);
  },
);

Then("the name of {person}'s user matches {string}", function (this: RehearsalWorld, who: string, pattern: string) {
  expect(this.person(who).credentials?.username).to.match(new RegExp(`^${pattern}$`));
});
