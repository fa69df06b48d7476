import { Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import type { ApiReply } from "#harness/api/request.ts";
import { checkWhen, type When as Moment } from "../../when.ts";
import { indexHeader, type RehearsalWorld } from "../../world.ts";

function readWithIndex(world: RehearsalWorld, who: string, path: string, cluster: string): Promise<ApiReply> {
  const { index } = world.person(who);
  if (index === undefined) throw new Error(`${who} has written nothing`);
  return world.tryAs(who, cluster, { method: "GET", path, headers: { [indexHeader]: index } });
}

When(
  "{person} tries to read {string} in {cluster} with the index of the write",
  async function (this: RehearsalWorld, who: string, path: string, cluster: string) {
    await readWithIndex(this, who, path, cluster);
  },
);

// Status 412 is allowed until the data have arrived; older data never are.
Then(
  "{when}{person} reads {string} at {string} in {cluster} with the index of the write",
  async function (this: RehearsalWorld, when: Moment, who: string, value: string, path: string, cluster: string) {
    const answers: unknown[] = [];
    await checkWhen(this, when, async () => {
      const { status, body } = await readWithIndex(this, who, path, cluster);
      if (status !== 412) answers.push(body?.data);
      expect(status).to.equal(200);
    });
    for (const answer of answers) expect(answer, "the data with the index").to.deep.equal({ value });
  },
);
