import { defineParameterType, Given, Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import { answerOf, type CloudAnswer, cloudAnswers, resultOf } from "../../variants/cloud-answers.ts";
import { Phrases } from "../../variants/phrase-table.ts";
import type { RehearsalWorld } from "../../world.ts";

/** Replaces `{cloud}` and `{stand-in:name}` in `text` by the URLs of the cloud and of the stand-in with this name. */
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
    const { accessKeyId } = this.clouds.user(who);
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
    const { arn, uniqueId } = this.clouds.user(who);
    const { account } = this.stage.cloud;
    const result = `<Arn>${arn}</Arn><UserId>${uniqueId}</UserId><Account>${account}</Account>`;
    const namespace = "https://sts.amazonaws.com/doc/2011-06-15/";
    const body =
      `<GetCallerIdentityResponse xmlns="${namespace}"><GetCallerIdentityResult>${result}</GetCallerIdentityResult>` +
      `<ResponseMetadata><RequestId>0</RequestId></ResponseMetadata></GetCallerIdentityResponse>`;
    (await this.stage.cloud.standIn(name)).script({ status: 200, headers: [["Content-Type", "text/xml"]], body });
  },
);

When("the stand-in {string} refuses everything", async function (this: RehearsalWorld, name: string) {
  const error = "<Error><Type>Sender</Type><Code>AccessDenied</Code><Message>not authorized</Message></Error>";
  const body = `<ErrorResponse>${error}<RequestId>0</RequestId></ErrorResponse>`;
  (await this.stage.cloud.standIn(name)).script({ status: 403, headers: [["Content-Type", "text/xml"]], body });
});

When("the stand-in {string} is out of order", async function (this: RehearsalWorld, name: string) {
  (await this.stage.cloud.standIn(name)).script({ status: 503, headers: [["Content-Type", "text/xml"]], body: "" });
});

When("the stand-in {string} works again", async function (this: RehearsalWorld, name: string) {
  (await this.stage.cloud.standIn(name)).script(undefined);
});

Then(
  "the stand-in {string} was called {int} time(s)",
  async function (this: RehearsalWorld, name: string, times: number) {
    expect(await actionsAt(this, name)).to.have.length(times);
  },
);

Then(
  "the stand-in {string} was called with the administrator's access key alone",
  async function (this: RehearsalWorld, name: string) {
    const calls = (await this.stage.cloud.standIn(name)).calls();
    const ids = [...new Set(calls.map(({ accessKeyId }) => accessKeyId))];
    expect(ids).to.deep.equal([this.stage.cloud.administrator.accessKeyId]);
  },
);

Then(
  "the stand-in {string} was last called with the access key of {person}",
  async function (this: RehearsalWorld, name: string, who: string) {
    const last = (await this.stage.cloud.standIn(name)).calls().at(-1);
    expect(last?.accessKeyId).to.equal(this.clouds.user(who).accessKeyId);
  },
);

Then(
  "the stand-in {string} was called for the region {string} alone",
  async function (this: RehearsalWorld, name: string, region: string) {
    const calls = (await this.stage.cloud.standIn(name)).calls();
    expect([...new Set(calls.map((call) => call.region))]).to.deep.equal([region]);
  },
);

Then("the stand-in {string} was last called with the key of a session", async function (this: RehearsalWorld, name) {
  expect((await this.stage.cloud.standIn(name)).calls().at(-1)?.temporary).to.equal(true);
});

Then(
  "the stand-in {string} was last asked to assume {string}",
  async function (this: RehearsalWorld, name: string, arn: string) {
    const asked = (await this.stage.cloud.standIn(name)).calls().filter(({ action }) => action === "AssumeRole");
    expect(asked.at(-1)?.roleArn).to.equal(arn);
  },
);

const answerPhrases = new Phrases(cloudAnswers);
defineParameterType({
  name: "cloudAnswer",
  regexp: answerPhrases.source,
  transformer: (words: string) => answerPhrases.find(words).entry,
});

Given(
  "the stand-in {string} answers {person} with {cloudAnswer}",
  async function (this: RehearsalWorld, name: string, who: string, answer: CloudAnswer) {
    const { account } = this.stage.cloud;
    const ada = { ...this.clouds.user("Ada"), account };
    const own = { ...this.clouds.user(who), account };
    const elsewhere = await this.stage.cloud.standIn("mallory");
    const plain = { status: 200, headers: [["Content-Type", "text/xml"]] as const, body: "" };
    elsewhere.script({ ...plain, body: answerOf(resultOf(ada)) });
    (await this.stage.cloud.standIn(name)).script({ ...plain, ...answer(ada, own, elsewhere.url) });
  },
);
