import { Given, Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import type { ApiRequest } from "#harness/api/request.ts";
import { expectRefusal } from "../../expect-refusal.ts";
import { fieldsOf } from "../../fields.ts";
import { promptly } from "../../promptly.ts";
import type { RehearsalWorld } from "../../world.ts";
import { expectLogin, type Login } from "./login.ts";

/** Returns the credentials of a static role as the service returns them. */
async function told(world: RehearsalWorld, cluster: string, role: string): Promise<Login> {
  const { username, password } = await world.cluster(cluster).read(`database/static-creds/${role}`);
  return { username: String(username), password: String(password) };
}

function credentialsReadBy(world: RehearsalWorld, who: string): Login {
  const { staticCredentials } = world.person(who);
  if (!staticCredentials) throw new Error(`${who} has read no static credentials`);
  return staticCredentials;
}

Given(
  "the static role {string} of the user {string} in {cluster}, rotated every {int} hours",
  async function (this: RehearsalWorld, role: string, user: string, cluster: string, hours: number) {
    const fields = { db_name: "main", username: this.databases.nameOf(user), rotation_period: `${hours}h` };
    await this.cluster(cluster).write(`database/static-roles/${role}`, fields);
    await this.secondariesCaughtUp(cluster);
  },
);

Given(
  "{person} has the credentials of static role {string}, read from {cluster}",
  async function (this: RehearsalWorld, who: string, role: string, cluster: string) {
    const login = await told(this, cluster, role);
    expect(
      await this.stage.database.accepts(login.username, login.password),
      "the credentials that were read hold",
    ).to.equal(true);
    this.person(who).staticCredentials = login;
  },
);

When(
  "the static role {string} is deleted in {cluster}",
  async function (this: RehearsalWorld, role: string, cluster: string) {
    await this.cluster(cluster).send("DELETE", `database/static-roles/${role}`);
  },
);

When(
  "the static role {string} is rotated in {cluster}",
  async function (this: RehearsalWorld, role: string, cluster: string) {
    await this.cluster(cluster).write(`database/rotate-role/${role}`);
  },
);

When(
  "{person} tries to rotate the static role {string} in {cluster}",
  async function (this: RehearsalWorld, who: string, role: string, cluster: string) {
    await this.tryAs(who, cluster, { method: "POST", path: `database/rotate-role/${role}`, body: {} });
  },
);

When(
  "{person} tries to write the static role {string} in {cluster} with {string}",
  async function (this: RehearsalWorld, who: string, role: string, cluster: string, fields: string) {
    const path = `database/static-roles/${role}`;
    await this.tryAs(who, cluster, { method: "POST", path, body: fieldsOf(this.databases.withNames(fields)) });
  },
);

When(
  "{person} writes the static role {string} in {cluster} with {string}",
  async function (this: RehearsalWorld, who: string, role: string, cluster: string, fields: string) {
    const path = `database/static-roles/${role}`;
    const token = await this.clients.tokenOf(who, cluster);
    await this.cluster(cluster).write(path, fieldsOf(this.databases.withNames(fields)), token);
  },
);

Then(
  "the database accepts the credentials of static role {string}, read from {cluster}",
  async function (this: RehearsalWorld, role: string, cluster: string) {
    await expectLogin(this, () => told(this, cluster, role), true);
  },
);

Then(
  "the database accepts the static credentials that {person} read",
  async function (this: RehearsalWorld, who: string) {
    await expectLogin(this, () => credentialsReadBy(this, who), true);
  },
);

Then(
  "the database refuses the static credentials that {person} read",
  async function (this: RehearsalWorld, who: string) {
    await expectLogin(this, () => credentialsReadBy(this, who), false);
  },
);

Then(
  "the credentials of static role {string}, read from {cluster}, are still {person}'s",
  async function (this: RehearsalWorld, role: string, cluster: string, who: string) {
    expect(await told(this, cluster, role)).to.deep.equal(credentialsReadBy(this, who));
  },
);

Then(
  "the credentials of static role {string}, read from {cluster}, are of the user {string}",
  async function (this: RehearsalWorld, role: string, cluster: string, user: string) {
    expect((await told(this, cluster, role)).username).to.equal(this.databases.nameOf(user));
  },
);

Then(
  "the credentials of static role {string} are the same, read from {cluster} and from {cluster}",
  async function (this: RehearsalWorld, role: string, cluster: string, other: string) {
    await this.eventually(async () => {
      expect(await told(this, cluster, role)).to.deep.equal(await told(this, other, role));
    }, promptly);
  },
);

Then(
  "the rotation period of static role {string}, read from {cluster}, is {int} seconds",
  async function (this: RehearsalWorld, role: string, cluster: string, seconds: number) {
    expect(await this.cluster(cluster).read(`database/static-roles/${role}`)).to.include({ rotation_period: seconds });
  },
);

Then(
  "there is no static role {string} in {cluster}, and there are no credentials of it",
  async function (this: RehearsalWorld, role: string, cluster: string) {
    for (const path of [`database/static-roles/${role}`, `database/static-creds/${role}`])
      expectRefusal(await this.tryAs("an operator", cluster, { method: "GET", path }), path);
  },
);

/** Requests about roles, by their description in steps. */
const operations: Readonly<Record<string, (role: string) => ApiRequest>> = {
  "request dynamic credentials of role": (role: string) => ({ method: "GET", path: `database/creds/${role}` }),
  "read the credentials of static role": (role: string) => ({ method: "GET", path: `database/static-creds/${role}` }),
  "rotate the static role": (role: string) => ({ method: "POST", path: `database/rotate-role/${role}` }),
};

for (const [what, request] of Object.entries(operations)) {
  Then(
    `{client} can ${what} {string} in {cluster}`,
    async function (this: RehearsalWorld, who: string, role: string, cluster: string) {
      const { status } = await this.tryAs(who, cluster, request(role));
      expect(status, what).to.be.within(200, 299);
    },
  );

  Then(
    `{client} cannot ${what} {string} in {cluster}`,
    async function (this: RehearsalWorld, who: string, role: string, cluster: string) {
      expectRefusal(await this.tryAs(who, cluster, request(role)), what);
    },
  );
}

Then(
  "the static roles in {cluster} are {string}",
  async function (this: RehearsalWorld, cluster: string, names: string) {
    const { data } = await this.cluster(cluster).send("LIST", "database/static-roles");
    expect(data?.keys).to.have.same.members(names.split(", "));
  },
);
