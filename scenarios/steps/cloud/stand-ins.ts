import { Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import type { RehearsalWorld } from "../../world.ts";

/** `text` with the URLs of the cloud and its stand-ins in place of `{cloud}` and `{stand-in:name}`. */
export async function withEndpoints(world: RehearsalWorld, text: string): Promise<string> {
  let done = text.replaceAll("{cloud}", world.stage.cloud.url);
  for (const [place, name = ""] of text.matchAll(/\{stand-in:(\w+)\}/g)) {
    done = done.replace(place, (await world.stage.cloud.standIn(name)).url);
  }
  return done;
}

async function actionsAt(world: RehearsalWorld, name: string): Promise<readonly string[]> {
  return (await world.stage.cloud.standIn(name)).calls().map(({ action }) => action);
}

Then(
  "the stand-in {string} was called with {string} by {person}",
  async function (this: RehearsalWorld, name: string, action: string, who: string) {
    const { accessKeyId } = this.cloudUser(who);
    const calls = (await this.stage.cloud.standIn(name)).calls();
    expect(calls.filter((call) => call.accessKeyId === accessKeyId).map((call) => call.action)).to.include(action);
  },
);

Then("the stand-in {string} was not called", async function (this: RehearsalWorld, name: string) {
  expect(await actionsAt(this, name)).to.deep.equal([]);
});

Then(
  "the stand-in {string} was called with {string} alone",
  async function (this: RehearsalWorld, name: string, actions: string) {
    expect([...new Set(await actionsAt(this, name))].sort()).to.deep.equal(actions.split(", ").sort());
  },
);

When(
  "the stand-in {string} answers with the identity of {person}, whatever it is asked",
  async function (this: RehearsalWorld, name: string, who: string) {
    const { arn, uniqueId } = this.cloudUser(who);
    const { account } = this.stage.cloud;
    const result = `<Arn>${arn}</Arn><UserId>${uniqueId}</UserId><Account>${account}</Account>`;
    const namespace = "https://sts.amazonaws.com/doc/2011-06-15/";
    const body =
      `<GetCallerIdentityResponse xmlns="${namespace}"><GetCallerIdentityResult>${result}</GetCallerIdentityResult>` +
      `<ResponseMetadata><RequestId>0</RequestId></ResponseMetadata></GetCallerIdentityResponse>`;
    (await this.stage.cloud.standIn(name)).script({ status: 200, headers: [["Content-Type", "text/xml"]], body });
  },
);
