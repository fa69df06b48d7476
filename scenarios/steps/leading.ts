import { type DataTable, Given, Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import { fieldsOf } from "../fields.ts";
import type { RehearsalWorld } from "../world.ts";

const performance = "sys/replication/performance";

async function lead(world: RehearsalWorld, cluster: string): Promise<void> {
  await world.cluster(cluster).lead();
  world.clusterIds.set(cluster, await clusterId(world, cluster));
}

/** `follower` joins under its own name in lower case, and what it had is wiped. */
async function follow(world: RehearsalWorld, follower: string, cluster: string, id = follower.toLowerCase()): Promise<void> {
  await world.cluster(follower).join(await world.cluster(cluster).invite(id));
  world.clusterIds.set(follower, await clusterId(world, follower));
}

async function clusterId(world: RehearsalWorld, cluster: string): Promise<string> {
  return (await world.cluster(cluster).status()).cluster_id ?? "";
}

Given("{cluster} leads", async function (this: RehearsalWorld, cluster: string) {
  await lead(this, cluster);
});

Given("{cluster} leads, and {cluster} follows", async function (this: RehearsalWorld, leader: string, follower: string) {
  await lead(this, leader);
  await follow(this, follower, leader);
});

Given(
  "{cluster} leads, and {cluster} and {cluster} follow",
  async function (this: RehearsalWorld, leader: string, one: string, other: string) {
    await lead(this, leader);
    await follow(this, one, leader);
    await follow(this, other, leader);
  },
);

When("{cluster} becomes the lead", async function (this: RehearsalWorld, cluster: string) {
  await this.cluster(cluster).lead();
});

When("{cluster} joins {cluster}", async function (this: RehearsalWorld, follower: string, leader: string) {
  await follow(this, follower, leader);
});

When("{cluster} joins {cluster} again", async function (this: RehearsalWorld, follower: string, leader: string) {
  await follow(this, follower, leader, `${follower.toLowerCase()}-again`);
});

When("{cluster} is demoted and {cluster} is promoted", async function (this: RehearsalWorld, old: string, next: string) {
  await this.cluster(old).demote();
  await this.cluster(next).promote();
});

When("{cluster} is demoted", async function (this: RehearsalWorld, cluster: string) {
  await this.cluster(cluster).demote();
});

When("{cluster} is promoted by force", async function (this: RehearsalWorld, cluster: string) {
  await this.cluster(cluster).promoteByForce();
});

When("{cluster} is told to follow {cluster}", async function (this: RehearsalWorld, follower: string, leader: string) {
  const token = await this.cluster(leader).invite(follower.toLowerCase());
  await this.cluster(follower).turnTo(token);
});

When("{cluster} is told to forget its lead", async function (this: RehearsalWorld, cluster: string) {
  await this.cluster(cluster).write(`${performance}/secondary/update-primary`, { token: "" });
});

When("replication is disabled in {cluster}", async function (this: RehearsalWorld, cluster: string) {
  const { mode } = await this.cluster(cluster).status();
  await this.cluster(cluster).write(`${performance}/${mode}/disable`);
});

When("somebody asks to promote {cluster}", async function (this: RehearsalWorld, cluster: string) {
  await askAsRoot(this, cluster, "secondary/promote", {});
});

When("somebody asks to promote {cluster} with force {string}", async function (this: RehearsalWorld, cluster: string, force: string) {
  await askAsRoot(this, cluster, "secondary/promote", { force: force === "true" });
});

async function askAsRoot(world: RehearsalWorld, cluster: string, path: string, body: Readonly<Record<string, unknown>>): Promise<void> {
  await world.try(cluster, { method: "POST", path: `${performance}/${path}`, body, token: world.cluster(cluster).rootToken });
}

Given("an activation token of {cluster} for {string}", async function (this: RehearsalWorld, cluster: string, id: string) {
  this.activation = await this.cluster(cluster).invite(id);
});

Given(
  "an activation token of {cluster} for {string} good for {string}",
  async function (this: RehearsalWorld, cluster: string, id: string, ttl: string) {
    this.activation = await this.cluster(cluster).invite(id, ttl);
  },
);

When("somebody asks {cluster} for an activation token without a name", async function (this: RehearsalWorld, cluster: string) {
  await askAsRoot(this, cluster, "primary/secondary-token", {});
});

When("somebody asks {cluster} for an activation token for {string}", async function (this: RehearsalWorld, cluster: string, id: string) {
  await askAsRoot(this, cluster, "primary/secondary-token", { id });
});

When("{cluster} gives out an activation token for {string}", async function (this: RehearsalWorld, cluster: string, id: string) {
  await askAsRoot(this, cluster, "primary/secondary-token", { id });
});

When(
  "{person} with the policy {string} asks {cluster} for an activation token for {string}",
  async function (this: RehearsalWorld, who: string, policy: string, cluster: string, id: string) {
    const token = await this.tokenWithPolicy(who, policy, cluster);
    await this.try(cluster, { method: "POST", path: `${performance}/primary/secondary-token`, body: { id }, token });
  },
);

Then("it is wrapped and good for {int} seconds", function (this: RehearsalWorld, seconds: number) {
  const { wrap_info, data } = this.last.body ?? {};
  expect(wrap_info?.token).to.be.a("string").and.not.equal("");
  expect(wrap_info?.ttl).to.equal(seconds);
  expect(data).to.equal(null);
});

When("{cluster} joins with that token", async function (this: RehearsalWorld, cluster: string) {
  await this.cluster(cluster).join(this.activation);
});

When("somebody asks {cluster} to join with {}", async function (this: RehearsalWorld, cluster: string, what: string) {
  await askAsRoot(this, cluster, "secondary/enable", await joiningWith(this, what));
});

async function joiningWith(world: RehearsalWorld, what: string): Promise<Readonly<Record<string, string>>> {
  switch (what) {
    case "that token":
      return { token: world.activation };
    case "no token":
      return {};
    case "an empty token":
      return { token: "" };
    case "a made-up token":
      return { token: "hvs.made-up" };
    case "an altered token": {
      const token = await world.cluster("Oslo").invite("altered");
      return { token: `${token.slice(0, -4)}${token.endsWith("AAAA") ? "BBBB" : "AAAA"}` };
    }
    default:
      throw new Error(`the step knows no ${what}`);
  }
}

Then("that is refused, or leads nowhere", async function (this: RehearsalWorld) {
  if (this.last.status < 400) await this.stage.pass(30_000);
  for (const { name } of this.stage.clusters) {
    const { mode, state } = await this.cluster(name).status();
    expect(`${mode} ${state}`, name).not.to.equal("secondary stream-wals");
  }
});

Then("{cluster} tells without a token that replication is disabled", async function (this: RehearsalWorld, cluster: string) {
  expect((await this.cluster(cluster).status()).mode).to.equal("disabled");
});

Then(
  "{cluster} tells without a token that it is a primary which knows {cluster}",
  async function (this: RehearsalWorld, cluster: string, follower: string) {
    const status = await this.cluster(cluster).status();
    expect(status).to.include({ mode: "primary", state: "running" });
    expect(status.known_secondaries).to.deep.equal([follower.toLowerCase()]);
    expect(status.secondaries?.[0]).to.include({ node_id: follower.toLowerCase(), connection_status: "connected" });
  },
);

Then(
  "{cluster} tells without a token that it is a secondary which follows {cluster}",
  async function (this: RehearsalWorld, cluster: string, leader: string) {
    const status = await this.cluster(cluster).status();
    const link = this.stage.clusters.find(({ name }) => name === leader)?.link;
    expect(status).to.include({ mode: "secondary", state: "stream-wals", connection_state: "ready", primary_cluster_addr: link });
    expect(status).not.to.have.property("known_secondaries");
    expect(status.cluster_id).to.equal((await this.cluster(leader).status()).cluster_id);
  },
);

Then("{cluster} has caught up with {cluster}", async function (this: RehearsalWorld, cluster: string, leader: string) {
  const before = (await this.cluster(leader).status()).last_performance_wal ?? 0;
  await this.cluster(leader).write("sys/mounts/progress", { type: "kv" });
  const after = (await this.cluster(leader).status()).last_performance_wal ?? 0;
  expect(after, "the lead's progress").to.be.greaterThan(before);
  await this.stage.eventually(async () => {
    expect((await this.cluster(cluster).status()).last_remote_wal).to.equal(after);
  });
});

Then("{cluster} is a secondary", async function (this: RehearsalWorld, cluster: string) {
  expect((await this.cluster(cluster).status()).mode).to.equal("secondary");
});

Then("{cluster} is the primary", async function (this: RehearsalWorld, cluster: string) {
  expect((await this.cluster(cluster).status()).mode).to.equal("primary");
});

Then("{cluster} follows nobody", async function (this: RehearsalWorld, cluster: string) {
  const { state, primary_cluster_addr = "", known_primary_cluster_addrs = [] } = await this.cluster(cluster).status();
  expect({ state, primary_cluster_addr }).to.deep.equal({ state: "idle", primary_cluster_addr: "" });
  expect(known_primary_cluster_addrs).to.deep.equal([]);
});

Then("{cluster} has lost its lead", async function (this: RehearsalWorld, cluster: string) {
  await this.stage.eventually(async () => {
    expect((await this.cluster(cluster).status()).connection_state).not.to.equal("ready");
  });
});

Then("{cluster} sees that {cluster} is not connected", async function (this: RehearsalWorld, cluster: string, follower: string) {
  await this.stage.eventually(async () => {
    const { secondaries = [] } = await this.cluster(cluster).status();
    const entry = secondaries.find(({ node_id }) => node_id === follower.toLowerCase());
    expect(entry?.connection_status).to.equal("disconnected");
  });
});

Then("{cluster} has kept its cluster ID", async function (this: RehearsalWorld, cluster: string) {
  expect(await clusterId(this, cluster)).to.equal(this.clusterIds.get(cluster));
});

Then("{cluster} has another cluster ID", async function (this: RehearsalWorld, cluster: string) {
  const id = await clusterId(this, cluster);
  expect(id).not.to.equal("");
  expect(id).not.to.equal(this.clusterIds.get(cluster));
});

// A wipe takes the tokens of the cluster with it.
Then("{cluster} has not been wiped", async function (this: RehearsalWorld, cluster: string) {
  await this.cluster(cluster).read("auth/token/lookup-self", this.person("Ada").token);
});

Then("these are refused and change nothing:", async function (this: RehearsalWorld, table: DataTable) {
  const picture = async () => Promise.all(this.stage.clusters.map(({ name }) => standing(this, name)));
  const token = await this.cluster("Oslo").invite("spare");
  const before = await picture();
  for (const { cluster = "", request = "", with: words = "" } of table.hashes()) {
    const { "a good token": good, ...fields } = fieldsOf(words.replace("a good token", "a good token=yes"));
    const body = good ? { ...fields, token } : fields;
    await askAsRoot(this, cluster, request, "update_primary_addrs" in body ? { ...body, update_primary_addrs: [body.update_primary_addrs] } : body);
    expect(this.last.status, `${cluster}: ${request} with ${words || "nothing"}`).to.be.within(400, 499);
    expect(await picture(), `after ${cluster}: ${request}`).to.deep.equal(before);
  }
  // The token is good: that it was refused each time was for the part, not for the token.
  await this.cluster("Kyoto").join(token);
});

/** What must not change: the part, the set and the lead. Heartbeats and progress may. */
async function standing(world: RehearsalWorld, cluster: string) {
  const { mode, state, cluster_id, primary_cluster_addr, known_secondaries } = await world.cluster(cluster).status();
  return { cluster, mode, state, cluster_id, primary_cluster_addr, known_secondaries };
}

Given("the link between {cluster} and {cluster} is cut", async function (this: RehearsalWorld, one: string, other: string) {
  await this.stage.cut(one, other);
});

When("the link between {cluster} and {cluster} is mended", async function (this: RehearsalWorld, one: string, other: string) {
  await this.stage.mend(one, other);
});

When("{cluster} is killed and started again", async function (this: RehearsalWorld, cluster: string) {
  await this.cluster(cluster).restart();
});
