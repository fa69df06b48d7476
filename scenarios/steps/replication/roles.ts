import { Given, When } from "@cucumber/cucumber";
import { performance } from "../../performance.ts";
import type { RehearsalWorld } from "../../world.ts";

async function enablePrimary(world: RehearsalWorld, cluster: string): Promise<void> {
  await world.noteClusterId(cluster, await world.setUp(cluster).enablePrimary());
}

/** Enables a secondary, whose previous data are wiped. Waits until it streams. */
async function enableSecondary(
  world: RehearsalWorld,
  secondary: string,
  primary: string,
  id = secondary.toLowerCase(),
): Promise<void> {
  await world.setUp(secondary).enableSecondary(await world.setUp(primary).secondaryToken(id));
  world.clients.forgetTokensOf(secondary);
  await world.noteClusterId(secondary, await world.setUp(secondary).streams());
}

/** Returns the secondary's name in lower case, or another id if a secondary of the primary already has this one. */
async function freeName(world: RehearsalWorld, secondary: string, primary: string): Promise<string> {
  const { known_secondaries = [] } = await world.cluster(primary).status();
  const name = secondary.toLowerCase();
  return known_secondaries.includes(name) ? `${name}-again` : name;
}

Given("{cluster} is enabled as a primary", async function (this: RehearsalWorld, cluster: string) {
  await enablePrimary(this, cluster);
});

Given(
  "{cluster} is the primary, and {cluster} replicates from it",
  async function (this: RehearsalWorld, primary: string, secondary: string) {
    await enablePrimary(this, primary);
    await enableSecondary(this, secondary, primary);
  },
);

Given(
  "{cluster} is the primary, and {cluster} and {cluster} replicate from it",
  async function (this: RehearsalWorld, primary: string, one: string, other: string) {
    await enablePrimary(this, primary);
    await enableSecondary(this, one, primary);
    await enableSecondary(this, other, primary);
  },
);

When(
  "{cluster} is enabled as a secondary of {cluster}",
  async function (this: RehearsalWorld, secondary: string, primary: string) {
    await enableSecondary(this, secondary, primary, await freeName(this, secondary, primary));
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

// While it is catching up, it refuses the promotion and asks to retry later.
When("{cluster} is promoted as soon as it has caught up", async function (this: RehearsalWorld, cluster: string) {
  await this.eventually(() => this.cluster(cluster).promote());
});

When("{cluster} is revoked in {cluster}", async function (this: RehearsalWorld, secondary: string, primary: string) {
  await this.cluster(primary).write(`${performance}/primary/revoke-secondary`, { id: secondary.toLowerCase() });
});

When("replication is disabled in {cluster}", async function (this: RehearsalWorld, cluster: string) {
  const { mode } = await this.cluster(cluster).status();
  await this.cluster(cluster).write(`${performance}/${mode}/disable`);
});
