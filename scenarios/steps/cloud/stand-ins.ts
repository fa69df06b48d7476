import { defineParameterType, Given, Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import { comparable, type Fields, fieldsOf, textOf } from "../../values.ts";
import { answerOf, type CloudAnswer, cloudAnswers, resultOf } from "../../variants/cloud-answers.ts";
import { Phrases } from "../../variants/phrase-table.ts";
import type { StandInBehaviour } from "../../variants/stand-in-behaviours.ts";
import type { RehearsalWorld } from "../../world.ts";

/** Returns the calls that a stand-in for a service of the cloud has received, oldest first. */
async function callsTo(world: RehearsalWorld, name: string): Promise<readonly Fields[]> {
  const calls = (await world.stage.cloud.standIn(name)).calls();
  return calls.map(({ action, region, accessKeyId: access_key, roleArn: role_arn, temporary: is_temporary }) => ({
    action,
    region,
    access_key,
    role_arn,
    is_temporary,
  }));
}

When(
  "the stand-in {string} {behaviour}",
  async function (this: RehearsalWorld, name: string, behaviour: StandInBehaviour) {
    (await this.stage.cloud.standIn(name)).script(behaviour(this));
  },
);

Then(
  "the stand-in {string} was called {int} time(s)",
  async function (this: RehearsalWorld, name: string, times: number) {
    expect(await callsTo(this, name)).to.have.length(times);
  },
);

// Of several values, which are separated by commas, each is in some call.
Then("all calls to the stand-in {string} have {string}", async function (this: RehearsalWorld, name, text: string) {
  const calls = await callsTo(this, name);
  for (const [field, values] of Object.entries(await fieldsOf(this, text))) {
    const found = new Set(calls.map((call) => textOf(call[field])));
    expect([...found], field).to.have.members(textOf(values).split(", "));
  }
});

Then("the last call to the stand-in {string} has {string}", async function (this: RehearsalWorld, name, text: string) {
  const fields = await fieldsOf(this, text);
  expect(comparable((await callsTo(this, name)).at(-1) ?? {}, fields)).to.deep.equal(fields);
});

Then("a call to the stand-in {string} has {string}", async function (this: RehearsalWorld, name, text: string) {
  const fields = await fieldsOf(this, text);
  expect((await callsTo(this, name)).map((call) => comparable(call, fields))).to.deep.include(fields);
});

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
