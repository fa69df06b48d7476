import { Given, Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import type { RehearsalWorld } from "../../world.ts";

function keepToken(world: RehearsalWorld, who: string, token: string): void {
  world.person(who).wrapped = token;
  world.values.set(`wrapping token of ${who}`, token);
}

Given(
  "{person} was given a wrapping token for the text {string} in {cluster}, valid for {string}",
  async function (this: RehearsalWorld, who: string, value: string, cluster: string, ttl: string) {
    const headers = { "x-vault-wrap-ttl": ttl };
    const body = { value };
    const { body: answer } = await this.tryAs("an operator", cluster, {
      method: "POST",
      path: "sys/wrapping/wrap",
      headers,
      body,
    });
    keepToken(this, who, String(answer?.wrap_info?.token));
  },
);

Given(
  "{person} was given a wrapping token for the read of {string} in {cluster}, valid for {string}",
  async function (this: RehearsalWorld, who: string, path: string, cluster: string, ttl: string) {
    const headers = { "x-vault-wrap-ttl": ttl };
    const { body: answer } = await this.tryAs("an operator", cluster, { method: "GET", path, headers });
    expect(answer?.data ?? null, "what is wrapped is not told").to.equal(null);
    keepToken(this, who, String(answer?.wrap_info?.token));
  },
);

async function unwrap(world: RehearsalWorld, who: string, cluster: string): Promise<void> {
  const token = world.person(who).wrapped ?? "";
  await world.try(cluster, { method: "POST", path: "sys/wrapping/unwrap", token });
}

Then(
  "{person} unwraps {string} in {cluster}",
  async function (this: RehearsalWorld, who: string, value: string, cluster: string) {
    await unwrap(this, who, cluster);
    expect(this.last.status).to.equal(200);
    expect(this.last.body?.data).to.deep.equal({ value });
  },
);

When("{person} tries to unwrap in {cluster}", async function (this: RehearsalWorld, who: string, cluster: string) {
  await unwrap(this, who, cluster);
});

When(
  "{person} tries to read {string} in {cluster} with the wrapping token",
  async function (this: RehearsalWorld, who: string, path: string, cluster: string) {
    const token = this.person(who).wrapped ?? "";
    await this.try(cluster, { method: "GET", path, token });
  },
);

When(
  "{person}'s wrapping token is rewrapped in {cluster}",
  async function (this: RehearsalWorld, who: string, cluster: string) {
    const { wrapped = "" } = this.person(who);
    const { wrap_info } = await this.cluster(cluster).write("sys/wrapping/rewrap", { token: wrapped });
    keepToken(this, who, String(wrap_info?.token));
  },
);

Given("{person} has a copy of {person}'s wrapping token", function (this: RehearsalWorld, who: string, other: string) {
  this.person(who).wrapped = this.person(other).wrapped ?? "";
});
