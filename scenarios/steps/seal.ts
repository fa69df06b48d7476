import { Given, Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import type { ApiBody } from "#harness/stages/stage.ts";
import type { RehearsalWorld } from "../world.ts";

async function put(
  world: RehearsalWorld,
  cluster: string,
  path: string,
  body: Record<string, unknown>,
): Promise<ApiBody> {
  return world.cluster(cluster).tell("PUT", path, body);
}

/** The `number`th share of a cluster's key. */
function shareOf(world: RehearsalWorld, cluster: string, number: number): string {
  const share = world.seals.shares.get(cluster)?.[number - 1];
  if (share === undefined) throw new Error(`${cluster} has no share ${number}`);
  return share;
}

function sharing(shares: number, threshold: number): Record<string, number> {
  return { secret_shares: shares, secret_threshold: threshold };
}

async function initialise(world: RehearsalWorld, cluster: string, shares: number, threshold: number): Promise<void> {
  const { keys, root_token } = await put(world, cluster, "sys/init", sharing(shares, threshold));
  world.seals.shares.set(cluster, keys as string[]);
  world.seals.rootTokens.set(cluster, String(root_token));
}

async function hand(world: RehearsalWorld, cluster: string, key: string): Promise<void> {
  await put(world, cluster, "sys/unseal", { key });
}

/** As clients do it: the pad takes off what it put on. */
function unhidden(encoded: string, pad: string): string {
  const bytes = [...Buffer.from(encoded, "base64")];
  return String.fromCharCode(...bytes.map((byte, at) => byte ^ pad.charCodeAt(at)));
}

When(
  "{cluster} is initialised with {int} share(s), of which {int} unseal(s) it",
  async function (this: RehearsalWorld, cluster: string, shares: number, threshold: number) {
    await initialise(this, cluster, shares, threshold);
  },
);

Given(
  "{cluster} is initialised with {int} share(s), of which {int} unseal(s) it, and unsealed",
  async function (this: RehearsalWorld, cluster: string, shares: number, threshold: number) {
    await initialise(this, cluster, shares, threshold);
    for (let number = 1; number <= threshold; number++) await hand(this, cluster, shareOf(this, cluster, number));
  },
);

When(
  "somebody asks to initialise {cluster} with {int} share(s), of which {int} unseal(s) it",
  async function (this: RehearsalWorld, cluster: string, shares: number, threshold: number) {
    await this.try(cluster, { method: "PUT", path: "sys/init", body: sharing(shares, threshold) });
  },
);

When("share {int} is handed to {cluster}", async function (this: RehearsalWorld, number: number, cluster: string) {
  await hand(this, cluster, shareOf(this, cluster, number));
});

When("old share {int} is handed to {cluster}", async function (this: RehearsalWorld, number: number, cluster: string) {
  await hand(this, cluster, this.seals.oldShares.get(cluster)?.[number - 1] ?? "");
});

When(
  "somebody hands old share {int} to {cluster}",
  async function (this: RehearsalWorld, number: number, cluster: string) {
    const key = this.seals.oldShares.get(cluster)?.[number - 1];
    await this.try(cluster, { method: "PUT", path: "sys/unseal", body: { key } });
  },
);

When(
  "somebody hands share {int} of {cluster} to {cluster}",
  async function (this: RehearsalWorld, number: number, whose: string, cluster: string) {
    await this.try(cluster, { method: "PUT", path: "sys/unseal", body: { key: shareOf(this, whose, number) } });
  },
);

When("{cluster} is sealed", async function (this: RehearsalWorld, cluster: string) {
  await put(this, cluster, "sys/seal", {});
});

Then(
  "{cluster} is sealed, and has {int} of {int} shares",
  async function (this: RehearsalWorld, cluster: string, progress: number, threshold: number) {
    const { sealed, progress: handed, t } = await this.cluster(cluster).tell("GET", "sys/seal-status");
    expect({ sealed, handed, t }).to.deep.equal({ sealed: true, handed: progress, t: threshold });
  },
);

Then("{cluster} is unsealed", async function (this: RehearsalWorld, cluster: string) {
  expect((await this.cluster(cluster).tell("GET", "sys/seal-status")).sealed).to.equal(false);
});

When(
  "the unseal key of {cluster} is replaced by {int} share(s), of which {int} unseal(s) it",
  async function (this: RehearsalWorld, cluster: string, shares: number, threshold: number) {
    const { nonce, required } = await put(this, cluster, "sys/rekey/init", sharing(shares, threshold));
    let done: ApiBody = {};
    for (let number = 1; number <= Number(required); number++) {
      done = await put(this, cluster, "sys/rekey/update", { key: shareOf(this, cluster, number), nonce });
    }
    this.seals.oldShares.set(cluster, this.seals.shares.get(cluster) ?? []);
    this.seals.shares.set(cluster, done.keys as string[]);
  },
);

When("the keyring of {cluster} is rotated", async function (this: RehearsalWorld, cluster: string) {
  await put(this, cluster, "sys/rotate", {});
});

Then("{cluster} encrypts under term {int}", async function (this: RehearsalWorld, cluster: string, term: number) {
  expect((await this.cluster(cluster).read("sys/key-status")).term).to.equal(term);
});

Given("the root token of {cluster} is revoked", async function (this: RehearsalWorld, cluster: string) {
  await this.cluster(cluster).write("auth/token/revoke-self");
});

async function beginRootToken(world: RehearsalWorld, cluster: string): Promise<void> {
  const { nonce, otp } = await put(world, cluster, "sys/generate-root/attempt", {});
  world.seals.rootGenerations.set(cluster, { nonce: String(nonce), pad: String(otp) });
}

/** Gives one share for a root token; with the last one, it takes the place of the one before. */
async function giveForRootToken(world: RehearsalWorld, number: number, cluster: string): Promise<void> {
  const { nonce = "", pad = "" } = world.seals.rootGenerations.get(cluster) ?? {};
  const key = shareOf(world, cluster, number);
  const { complete, encoded_token } = await put(world, cluster, "sys/generate-root/update", { key, nonce });
  if (complete === true) world.seals.rootTokens.set(cluster, unhidden(String(encoded_token), pad));
}

When("somebody begins to make a root token of {cluster}", async function (this: RehearsalWorld, cluster: string) {
  await beginRootToken(this, cluster);
});

When(
  "share {int} is given for the root token of {cluster}",
  async function (this: RehearsalWorld, number: number, cluster: string) {
    await giveForRootToken(this, number, cluster);
  },
);

When(
  "a root token of {cluster} is made with shares {int} and {int}",
  async function (this: RehearsalWorld, cluster: string, one: number, other: number) {
    await beginRootToken(this, cluster);
    for (const number of [one, other]) await giveForRootToken(this, number, cluster);
  },
);

Then("there is no root token of {cluster} yet", async function (this: RehearsalWorld, cluster: string) {
  const { complete, encoded_token, progress } = await this.cluster(cluster).tell("GET", "sys/generate-root/attempt");
  expect({ complete, encoded_token, progress }).to.deep.equal({ complete: false, encoded_token: "", progress: 1 });
});
