import { expect } from "chai";
import type { ApiReply } from "#harness/api/request.ts";
import { Then, When } from "../define.ts";
import { checkWhen } from "../when.ts";
import { indexHeader, type RehearsalWorld } from "../world.ts";

type Secret = Readonly<{ who: string; value: string; path: string; cluster: string }>;

async function expectToRead(world: RehearsalWorld, { who, value, path, cluster }: Secret): Promise<void> {
  const token = await world.clients.tokenOf(who, cluster);
  expect(await world.cluster(cluster).read(path, token), path).to.deep.equal({ value });
}

async function write(world: RehearsalWorld, { who, value, path, cluster }: Secret): Promise<void> {
  await world.sendAs(who, world.cluster(cluster), { method: "POST", path, body: { value } });
}

function numbered(who: string, count: number, folder: string, cluster: string): readonly Secret[] {
  return Array.from({ length: count }, (_, index) => ({
    who,
    value: `secret ${index + 1}`,
    path: `${folder}/${index + 1}`,
    cluster,
  }));
}

When("{person} writes {string} to {string} in {cluster}", async function (who, value, path, cluster) {
  await write(this, { who, value, path, cluster });
});

When("{person} writes {int} secrets below {string} in {cluster}", async function (who, count, folder, cluster) {
  for (const secret of numbered(who, count, folder, cluster)) await write(this, secret);
});

Then("{when}{person} reads {int} secrets below {string} in {cluster}", async function (when, who, count, at, cluster) {
  await checkWhen(this, when, async () => {
    for (const secret of numbered(who, count, at, cluster)) await expectToRead(this, secret);
  });
});

Then("{when}{person} reads {string} at {string} in {cluster}", async function (when, who, value, path, cluster) {
  await checkWhen(this, when, () => expectToRead(this, { who, value, path, cluster }));
});

Then("{person} can write {string} to {string} in {cluster}", async function (who, value, path, cluster) {
  await write(this, { who, value, path, cluster });
  await expectToRead(this, { who, value, path, cluster });
});

function readWithIndex(world: RehearsalWorld, who: string, path: string, cluster: string): Promise<ApiReply> {
  const { index } = world.person(who);
  if (index === undefined) throw new Error(`${who} has written nothing`);
  return world.tryAs(who, cluster, { method: "GET", path, headers: { [indexHeader]: index } });
}

When("{person} tries to read {string} in {cluster} with the index of the write", async function (who, path, cluster) {
  await readWithIndex(this, who, path, cluster);
});

// Status 412 is allowed until the data have arrived; older data never are.
Then(
  "{when}{person} reads {string} at {string} in {cluster} with the index of the write",
  async function (when, who, value, path, cluster) {
    const answers: unknown[] = [];
    await checkWhen(this, when, async () => {
      const { status, body } = await readWithIndex(this, who, path, cluster);
      if (status !== 412) answers.push(body?.data);
      expect(status).to.equal(200);
    });
    for (const answer of answers) expect(answer, "the data with the index").to.deep.equal({ value });
  },
);
