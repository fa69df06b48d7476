import { Given, Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import type { RehearsalWorld } from "../world.ts";

async function reads(world: RehearsalWorld, who: string, value: string, path: string, cluster: string): Promise<void> {
  await world.eventually(async () => {
    const token = await world.clients.tokenOf(who, cluster);
    expect(await world.cluster(cluster).read(path, token)).to.deep.equal({ value });
  });
}

async function writes(world: RehearsalWorld, who: string, value: string, path: string, cluster: string): Promise<void> {
  await world.cluster(cluster).write(path, { value }, await world.clients.tokenOf(who, cluster));
}

async function expectNothing(world: RehearsalWorld, path: string, cluster: string): Promise<void> {
  const reply = await world.cluster(cluster).askAsOperator({ method: "GET", path });
  expect(reply.status, `what is at ${path} in ${cluster}`).to.equal(404);
}

Given(
  "a key-value engine is mounted at {string} in {cluster}",
  async function (this: RehearsalWorld, path: string, cluster: string) {
    await this.cluster(cluster).write(`sys/mounts/${path}`, { type: "kv" });
    await this.secondariesCaughtUp(cluster);
  },
);

Given(
  "a local key-value engine is mounted at {string} in {cluster}",
  async function (this: RehearsalWorld, path: string, cluster: string) {
    await this.cluster(cluster).write(`sys/mounts/${path}`, { type: "kv", local: true });
  },
);

Given(
  "{person} wrote/writes {string} to {string} in {cluster}",
  async function (this: RehearsalWorld, who: string, value: string, path: string, cluster: string) {
    await writes(this, who, value, path, cluster);
  },
);

Given(
  "{person} wrote/writes {int} secrets below {string} in {cluster}",
  async function (this: RehearsalWorld, who: string, count: number, folder: string, cluster: string) {
    for (let number = 1; number <= count; number++)
      await writes(this, who, `secret ${number}`, `${folder}/${number}`, cluster);
  },
);

Then(
  "{person} finds all {int} secrets below {string} in {cluster}",
  async function (this: RehearsalWorld, who: string, count: number, folder: string, cluster: string) {
    for (let number = 1; number <= count; number++)
      await reads(this, who, `secret ${number}`, `${folder}/${number}`, cluster);
  },
);

Then(
  "{person} can write {string} to {string} in {cluster}",
  async function (this: RehearsalWorld, who: string, value: string, path: string, cluster: string) {
    await writes(this, who, value, path, cluster);
    await reads(this, who, value, path, cluster);
  },
);

Then(
  "{person} reads {string} from {string} in {cluster}",
  async function (this: RehearsalWorld, who: string, value: string, path: string, cluster: string) {
    await reads(this, who, value, path, cluster);
  },
);

Then(
  "{person} reads {string} from {string} in {cluster} at once",
  async function (this: RehearsalWorld, who: string, value: string, path: string, cluster: string) {
    const token = await this.clients.tokenOf(who, cluster);
    expect(await this.cluster(cluster).read(path, token)).to.deep.equal({ value });
  },
);

Then(
  "{person} reads {string} from {string} {int} times in {cluster}",
  async function (this: RehearsalWorld, who: string, value: string, path: string, times: number, cluster: string) {
    const token = await this.clients.tokenOf(who, cluster);
    for (let time = 1; time <= times; time++)
      expect(await this.cluster(cluster).read(path, token), `time ${time}`).to.deep.equal({ value });
  },
);

When(
  "{person} deletes {string} in {cluster}",
  async function (this: RehearsalWorld, who: string, path: string, cluster: string) {
    await this.cluster(cluster).send("DELETE", path, undefined, await this.clients.tokenOf(who, cluster));
  },
);

When(
  "{client} tries to write {string} to {string} in {cluster}",
  async function (this: RehearsalWorld, who: string, value: string, path: string, cluster: string) {
    await this.tryAs(who, cluster, { method: "POST", path, body: { value } });
  },
);

Then("nothing is at {string} in {cluster}", async function (this: RehearsalWorld, path: string, cluster: string) {
  await expectNothing(this, path, cluster);
});

Then("nothing is left at {string} in {cluster}", async function (this: RehearsalWorld, path: string, cluster: string) {
  await this.eventually(() => expectNothing(this, path, cluster));
});

Then(
  "nothing is at {string} in {cluster} after a while",
  async function (this: RehearsalWorld, path: string, cluster: string) {
    await this.aWhile();
    await expectNothing(this, path, cluster);
  },
);

Then(
  "nothing is mounted at {string} in {cluster}",
  async function (this: RehearsalWorld, path: string, cluster: string) {
    await this.eventually(async () => {
      expect(await this.cluster(cluster).read("sys/mounts")).not.to.have.property(`${path}/`);
    });
  },
);
