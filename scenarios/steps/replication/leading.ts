import { Given, When } from "@cucumber/cucumber";
import { performance } from "../../performance.ts";
import type { RehearsalWorld } from "../../world.ts";

async function lead(world: RehearsalWorld, cluster: string): Promise<void> {
  await world.cluster(cluster).enablePrimary();
  await world.noteClusterId(cluster);
}

/** `follower` joins under its own name in lower case, what it had is wiped, and it streams. */
async function follow(
  world: RehearsalWorld,
  follower: string,
  leader: string,
  id = follower.toLowerCase(),
): Promise<void> {
  await world.cluster(follower).enableSecondary(await world.cluster(leader).secondaryToken(id));
  world.clients.forgetTokensOf(follower);
  await world.cluster(follower).streams();
  await world.noteClusterId(follower);
}

/** A name that no secondary of the primary has, as the primary refuses a token for one that is in use. */
async function freeName(world: RehearsalWorld, secondary: string, primary: string): Promise<string> {
  const { known_secondaries = [] } = await world.cluster(primary).status();
  const name = secondary.toLowerCase();
  return known_secondaries.includes(name) ? `${name}-again` : name;
}

Given("{cluster} is enabled as a primary", async function (this: RehearsalWorld, cluster: string) {
  await lead(this, cluster);
});

Given(
  "{cluster} is the primary, and {cluster} replicates from it",
  async function (this: RehearsalWorld, primary: string, secondary: string) {
    await lead(this, primary);
    await follow(this, secondary, primary);
  },
);

Given(
  "{cluster} is the primary, and {cluster} and {cluster} replicate from it",
  async function (this: RehearsalWorld, primary: string, one: string, other: string) {
    await lead(this, primary);
    await follow(this, one, primary);
    await follow(this, other, primary);
  },
);

When(
  "{cluster} is enabled as a secondary of {cluster}",
  async function (this: RehearsalWorld, secondary: string, primary: string) {
    await follow(this, secondary, primary, await freeName(this, secondary, primary));
  },
);

When("{cluster} is promoted", async function (this: RehearsalWorld, cluster: string) {
  await this.cluster(cluster).promote();
});

When("{cluster} is promoted with force", async function (this: RehearsalWorld, cluster: string) {
  await this.cluster(cluster).promoteByForce();
});

When(
  "{cluster} is pointed at {cluster} \\(update-primary)",
  async function (this: RehearsalWorld, secondary: string, primary: string) {
    const id = await freeName(this, secondary, primary);
    await this.cluster(secondary).updatePrimary(await this.cluster(primary).secondaryToken(id));
  },
);

When("the primary of {cluster} is cleared \\(update-primary)", async function (this: RehearsalWorld, cluster: string) {
  await this.cluster(cluster).write(`${performance}/secondary/update-primary`, { token: "" });
});

Given("{cluster} leads", async function (this: RehearsalWorld, cluster: string) {
  await lead(this, cluster);
});

Given(
  "{cluster} leads, and {cluster} follows",
  async function (this: RehearsalWorld, leader: string, follower: string) {
    await lead(this, leader);
    await follow(this, follower, leader);
  },
);

Given(
  "{cluster} leads, and {cluster} and {cluster} follow",
  async function (this: RehearsalWorld, leader: string, one: string, other: string) {
    await lead(this, leader);
    await follow(this, one, leader);
    await follow(this, other, leader);
  },
);

When(
  "{cluster} is demoted and {cluster} is promoted",
  async function (this: RehearsalWorld, old: string, next: string) {
    await this.cluster(old).demote();
    await this.eventually(() => this.cluster(next).promote());
  },
);

When("{cluster} is demoted", async function (this: RehearsalWorld, cluster: string) {
  await this.cluster(cluster).demote();
});

// While it is catching up it says so, and to try again later.
When("{cluster} is promoted as soon as it has caught up", async function (this: RehearsalWorld, cluster: string) {
  await this.eventually(() => this.cluster(cluster).promote());
});

When("{cluster} is revoked in {cluster}", async function (this: RehearsalWorld, follower: string, leader: string) {
  await this.cluster(leader).write(`${performance}/primary/revoke-secondary`, { id: follower.toLowerCase() });
});

When("replication is disabled in {cluster}", async function (this: RehearsalWorld, cluster: string) {
  const { mode } = await this.cluster(cluster).status();
  await this.cluster(cluster).write(`${performance}/${mode}/disable`);
});
