import { Given, Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import { filled } from "../../values.ts";
import type { RehearsalWorld } from "../../world.ts";
import { requestIn } from "../requests.ts";

/** Names a client's wrapping token `{wrapping token of Bob}`, and the one before `{former wrapping token of Bob}`. */
function keepToken({ values }: RehearsalWorld, who: string, token: unknown): void {
  expect(token, "the wrapping token").to.be.a("string").that.is.not.empty;
  const name = `wrapping token of ${who}`;
  values.set(`former ${name}`, values.get(name) ?? "");
  values.set(name, String(token));
}

Given(
  "{person} has a wrapping token of {cluster} for {string} with {string}, valid for {string}",
  async function (this: RehearsalWorld, who: string, cluster: string, request: string, fields: string, ttl: string) {
    const headers = { "x-vault-wrap-ttl": ttl };
    const asked = { ...(await requestIn(this, { request, with: fields })), headers };
    const { body } = await this.tryAs("an operator", cluster, asked);
    expect(body?.data ?? null, "the response has nothing of what is wrapped").to.equal(null);
    keepToken(this, who, body?.wrap_info?.token);
  },
);

async function unwrap(world: RehearsalWorld, token: string, cluster: string): Promise<void> {
  await world.try(cluster, { method: "POST", path: "sys/wrapping/unwrap", token: await filled(world, token) });
}

Then(
  "{person} unwraps {string} in {cluster}",
  async function (this: RehearsalWorld, who: string, value: string, cluster: string) {
    await unwrap(this, `{wrapping token of ${who}}`, cluster);
    expect(this.last.status).to.equal(200);
    expect(this.last.body?.data).to.deep.equal({ value });
  },
);

When("a client tries to unwrap {string} in {cluster}", async function (this: RehearsalWorld, token, cluster) {
  await unwrap(this, token, cluster);
});

When(
  "{person} tries to read {string} in {cluster} with the wrapping token",
  async function (this: RehearsalWorld, who: string, path: string, cluster: string) {
    const token = await filled(this, `{wrapping token of ${who}}`);
    await this.try(cluster, { method: "GET", path, token });
  },
);

When(
  "an operator rewraps the wrapping token of {person} in {cluster}",
  async function (this: RehearsalWorld, who: string, cluster: string) {
    const token = await filled(this, `{wrapping token of ${who}}`);
    const { wrap_info } = await this.cluster(cluster).write("sys/wrapping/rewrap", { token });
    keepToken(this, who, wrap_info?.token);
  },
);
