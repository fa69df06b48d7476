import { expect } from "chai";
import { Given, Then, When } from "../define.ts";
import { noteLogin } from "../logins.ts";
import { requestIn, rowsOf } from "../requests.ts";
import { fieldsOf, filled } from "../values.ts";
import type { Credential } from "../variants/credential.ts";
import { checkWhen } from "../when.ts";
import type { RehearsalWorld } from "../world.ts";

Given("{person} is a client of {cluster} who may {string} on {string}", async function (who, cluster, allowed, path) {
  await this.clients.admit(who, cluster, new Map([[path, allowed.split(", ")]]));
});

Given("{person} is an operator of {cluster}", async function (who, cluster) {
  await this.clients.admitOperator(who, cluster);
});

Given("{person} is a client of {cluster} with the policy:", async function (who, cluster, policy: string) {
  await this.clients.admitBy(who, cluster, await filled(this, policy));
});

type Creation = Readonly<{ who: string; cluster: string; creator: string; path: string; text: string }>;

/** Creates a token, which other sentences name as `{token of Bob}`, and its accessor as `{accessor of Bob}`. */
async function createToken(world: RehearsalWorld, { who, cluster, creator, path, text }: Creation): Promise<void> {
  const body = await fieldsOf(world, text);
  const { auth } = await world.cluster(cluster).write(path, body, await world.clients.tokenOf(creator, cluster));
  const token = String(auth?.client_token);
  noteLogin(world, who, auth ?? {});
  world.clients.hold(who, cluster, token);
  world.values.set(`token of ${who}`, token);
  world.values.set(`accessor of ${who}`, String(auth?.accessor));
}

Given(
  "{person} has a token of {cluster} that {client} created with {string}",
  async function (who, cluster, creator, text) {
    await createToken(this, { who, cluster, creator, path: "auth/token/create", text });
  },
);

Given(
  "{person} has a token of {cluster} that {client} created at {string} with {string}",
  async function (who, cluster, creator, path, text) {
    await createToken(this, { who, cluster, creator, path, text });
  },
);

When("{client} revokes {person}'s token in {cluster}", async function (client, who, cluster) {
  const token = this.clients.givenToken(who, cluster);
  await this.doAs(client, cluster, { method: "POST", path: "auth/token/revoke", body: { token } });
});

When("{client} force-revokes the leases below {string} in {cluster}", async function (client, path, cluster) {
  await this.doAs(client, cluster, { method: "POST", path: `sys/leases/revoke-force/${path}` });
});

async function statusOf(world: RehearsalWorld, cluster: string, { tokenIn, from }: Credential): Promise<number> {
  const request = { method: "GET", path: "auth/token/lookup-self", token: tokenIn(world) } as const;
  return (await world.cluster(cluster).ask(from === undefined ? request : { ...request, from })).status;
}

// A lookup of the token with itself succeeds. `refuses` means that it has status 403.
Then("{when}{cluster} accepts {credential}", async function (when, cluster, credential) {
  await checkWhen(this, when, async () => expect(await statusOf(this, cluster, credential)).to.equal(200));
});

Then("{when}{cluster} refuses {credential}", async function (when, cluster, credential) {
  await checkWhen(this, when, async () => expect(await statusOf(this, cluster, credential)).to.equal(403));
});

Then("{cluster} accepts {credential} {int} time(s)", async function (cluster, credential, times) {
  for (let use = 1; use <= times; use++) {
    expect(await statusOf(this, cluster, credential), `use ${use}`).to.equal(200);
  }
});

async function statusOfReading(world: RehearsalWorld, who: string, path: string, cluster: string): Promise<number> {
  const token = await world.clients.tokenOf(who, cluster);
  return (await world.cluster(cluster).ask({ method: "GET", path, token })).status;
}

Then("{when}{person} can read {string} in {cluster}", async function (when, who, path, cluster) {
  await checkWhen(this, when, async () => expect(await statusOfReading(this, who, path, cluster)).to.equal(200));
});

Then("{when}{person} cannot read {string} in {cluster}", async function (when, who, path, cluster) {
  await checkWhen(this, when, async () => expect(await statusOfReading(this, who, path, cluster)).to.equal(403));
});

function outcomeOf(status: number): string {
  if (status < 300) return "allowed";
  if (status === 403) return "denied";
  return status === 404 ? "not found" : "refused";
}

// The outcome is `allowed` (success), `denied` (status 403), `not found` (404) or `refused` (another status).
Then("{cluster} decides on these requests of {person}:", async function (cluster, who, table) {
  const token = await this.clients.tokenOf(who, cluster);
  for (const row of rowsOf(table, ["request", "with", "namespace", "wrapped for", "outcome"])) {
    const { namespace, "wrapped for": ttl, outcome, ...request } = row;
    const headers = { ...(namespace && { "x-vault-namespace": namespace }), ...(ttl && { "x-vault-wrap-ttl": ttl }) };
    const asked = { ...(await requestIn(this, request)), token, headers };
    const { status, body } = await this.cluster(cluster).ask(asked);
    const what = `${JSON.stringify(row)}: ${status} ${body?.errors?.join("; ") ?? ""}`;
    expect(outcomeOf(status), what).to.equal(outcome);
  }
});
