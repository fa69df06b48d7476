import { Given, Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import type { ApiReply } from "#harness/api/request.ts";
import type { RehearsalWorld } from "../../world.ts";

const indexHeader = "x-vault-index";

function readWithIndex(world: RehearsalWorld, who: string, path: string, cluster: string): Promise<ApiReply> {
  const { index } = world.person(who);
  if (index === undefined) throw new Error(`${who} was told of no index`);
  return world.tryAs(who, cluster, { method: "GET", path, headers: { [indexHeader]: index } });
}

Given(
  "{person} wrote {string} to {string} in {cluster}, and was told the index of the write",
  async function (this: RehearsalWorld, who: string, value: string, path: string, cluster: string) {
    const reply = await this.tryAs(who, cluster, { method: "POST", path, body: { value } });
    expect(reply.status).to.be.within(200, 299);
    const index = reply.headers[indexHeader];
    expect(index, "the index of what was written").to.be.a("string").and.not.equal("");
    this.person(who).index = index as string;
  },
);

When(
  "{person} tries to read {string} in {cluster} with that index",
  async function (this: RehearsalWorld, who: string, path: string, cluster: string) {
    await readWithIndex(this, who, path, cluster);
  },
);

Then(
  "{person} reads {string} from {string} in {cluster} with that index at once",
  async function (this: RehearsalWorld, who: string, value: string, path: string, cluster: string) {
    const { status, body } = await readWithIndex(this, who, path, cluster);
    expect({ status, data: body?.data }).to.deep.equal({ status: 200, data: { value } });
  },
);

Then(
  "{person} reads {string} from {string} in {cluster} with that index",
  async function (this: RehearsalWorld, who: string, value: string, path: string, cluster: string) {
    await this.eventually(async () => {
      const { status, body } = await readWithIndex(this, who, path, cluster);
      // Status 412 is allowed until the data have arrived; older data never are.
      if (status !== 412) expect(body?.data, "what is told with the index").to.deep.equal({ value });
      expect(status).to.equal(200);
    });
  },
);
