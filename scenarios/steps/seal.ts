import { Given, Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import type { ApiBody } from "#harness/api/request.ts";
import type { RehearsalWorld } from "../world.ts";

async function put(
  world: RehearsalWorld,
  cluster: string,
  path: string,
  body: Record<string, unknown>,
): Promise<ApiBody> {
  return world.cluster(cluster).send("PUT", path, body);
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

/** Decodes a generated root token, which is XORed with the one-time password `pad`. */
function unhidden(encoded: string, pad: string): string {
  const bytes = [...Buffer.from(encoded, "base64")];
  return String.fromCharCode(...bytes.map((byte, at) => byte ^ pad.charCodeAt(at)));
}

When(
  "{cluster} is initialised with {int} key share(s) and a threshold of {int}",
  async function (this: RehearsalWorld, cluster: string, shares: number, threshold: number) {
    await initialise(this, cluster, shares, threshold);
  },
);

Given(
  "{cluster} is initialised with {int} key share(s) and a threshold of {int}, and unsealed",
  async function (this: RehearsalWorld, cluster: string, shares: number, threshold: number) {
    await initialise(this, cluster, shares, threshold);
    for (let number = 1; number <= threshold; number++) await hand(this, cluster, this.seals.share(cluster, number));
  },
);

When(
  "{client} tries to initialise {cluster} with {int} key share(s) and a threshold of {int}",
  async function (this: RehearsalWorld, who: string, cluster: string, shares: number, threshold: number) {
    await this.tryAs(who, cluster, { method: "PUT", path: "sys/init", body: sharing(shares, threshold) });
  },
);

When(
  "unseal key share {int} is submitted to {cluster}",
  async function (this: RehearsalWorld, number: number, cluster: string) {
    await hand(this, cluster, this.seals.share(cluster, number));
  },
);

When(
  "unseal key share {int} of {cluster} is submitted to {cluster}",
  async function (this: RehearsalWorld, number: number, whose: string, cluster: string) {
    await hand(this, cluster, this.seals.share(whose, number));
  },
);

When(
  "the earlier unseal key share {int} is submitted to {cluster}",
  async function (this: RehearsalWorld, number: number, cluster: string) {
    await hand(this, cluster, this.seals.oldShares.get(cluster)?.[number - 1] ?? "");
  },
);

When(
  "{client} tries to unseal {cluster} with the earlier key share {int}",
  async function (this: RehearsalWorld, who: string, cluster: string, number: number) {
    const key = this.seals.oldShares.get(cluster)?.[number - 1];
    await this.tryAs(who, cluster, { method: "PUT", path: "sys/unseal", body: { key } });
  },
);

When(
  "{client} tries to unseal {cluster} with key share {int} of {cluster}",
  async function (this: RehearsalWorld, who: string, cluster: string, number: number, whose: string) {
    const key = this.seals.share(whose, number);
    await this.tryAs(who, cluster, { method: "PUT", path: "sys/unseal", body: { key } });
  },
);

When("{cluster} is sealed", async function (this: RehearsalWorld, cluster: string) {
  await put(this, cluster, "sys/seal", {});
});

Then(
  "{cluster} is sealed, with {int} of {int} unseal key shares submitted",
  async function (this: RehearsalWorld, cluster: string, progress: number, threshold: number) {
    const { sealed, progress: handed, t } = await this.cluster(cluster).send("GET", "sys/seal-status");
    expect({ sealed, handed, t }).to.deep.equal({ sealed: true, handed: progress, t: threshold });
  },
);

Then("{cluster} is unsealed", async function (this: RehearsalWorld, cluster: string) {
  expect((await this.cluster(cluster).send("GET", "sys/seal-status")).sealed).to.equal(false);
});

When(
  "{cluster} is rekeyed to {int} key share(s) and a threshold of {int}",
  async function (this: RehearsalWorld, cluster: string, shares: number, threshold: number) {
    const { nonce, required } = await put(this, cluster, "sys/rekey/init", sharing(shares, threshold));
    let done: ApiBody = {};
    for (let number = 1; number <= Number(required); number++) {
      done = await put(this, cluster, "sys/rekey/update", { key: this.seals.share(cluster, number), nonce });
    }
    this.seals.oldShares.set(cluster, this.seals.shares.get(cluster) ?? []);
    this.seals.shares.set(cluster, done.keys as string[]);
  },
);

When("the encryption key of {cluster} is rotated", async function (this: RehearsalWorld, cluster: string) {
  await put(this, cluster, "sys/rotate", {});
});

Then("the key term of {cluster} is {int}", async function (this: RehearsalWorld, cluster: string, term: number) {
  expect((await this.cluster(cluster).read("sys/key-status")).term).to.equal(term);
});

Given("the root token of {cluster} is revoked", async function (this: RehearsalWorld, cluster: string) {
  await this.cluster(cluster).write("auth/token/revoke", { token: this.cluster(cluster).rootToken });
});

async function beginRootToken(world: RehearsalWorld, cluster: string): Promise<void> {
  const { nonce, otp } = await put(world, cluster, "sys/generate-root/attempt", {});
  world.seals.rootGenerations.set(cluster, { nonce: String(nonce), pad: String(otp) });
}

/** Submits one unseal key share for a new root token. After the last share, remembers the new root token. */
async function giveForRootToken(
  world: RehearsalWorld,
  number: number,
  cluster: string,
  whose: string = cluster,
): Promise<void> {
  const { nonce = "", pad = "" } = world.seals.rootGenerations.get(cluster) ?? {};
  const key = world.seals.share(whose, number);
  const { complete, encoded_token } = await put(world, cluster, "sys/generate-root/update", { key, nonce });
  if (complete === true) world.seals.rootTokens.set(cluster, unhidden(String(encoded_token), pad));
}

When("the generation of a root token of {cluster} is started", async function (this: RehearsalWorld, cluster: string) {
  await beginRootToken(this, cluster);
});

When(
  "unseal key share {int} is submitted to the generation of a root token of {cluster}",
  async function (this: RehearsalWorld, number: number, cluster: string) {
    await giveForRootToken(this, number, cluster);
  },
);

When(
  "a root token of {cluster} is generated with unseal key shares {int} and {int} of {cluster}",
  async function (this: RehearsalWorld, cluster: string, one: number, other: number, whose: string) {
    await beginRootToken(this, cluster);
    for (const number of [one, other]) await giveForRootToken(this, number, cluster, whose);
  },
);

Then(
  "the generation of a root token of {cluster} is not complete",
  async function (this: RehearsalWorld, cluster: string) {
    const { complete, encoded_token, progress } = await this.cluster(cluster).send("GET", "sys/generate-root/attempt");
    expect({ complete, encoded_token, progress }).to.deep.equal({ complete: false, encoded_token: "", progress: 1 });
  },
);

Then("{cluster} accepts the root token that was generated", async function (this: RehearsalWorld, cluster: string) {
  const { policies } = await this.cluster(cluster).read("auth/token/lookup-self", this.cluster(cluster).rootToken);
  expect(policies).to.deep.equal(["root"]);
});
