import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { AstBuilder, compile, GherkinClassicTokenMatcher, Parser } from "@cucumber/gherkin";
import { IdGenerator, type PickleStep } from "@cucumber/messages";
import { expect } from "chai";
import { packageRoot } from "#harness/program/package-root.ts";
import { type Coincidence, coincidences, secondsOf, unneeded } from "./coincidences.ts";
import { usualDurations } from "./usual-durations.ts";

type Values = readonly (readonly [field: string, value: string])[];

/** Fields with the same value in one scenario, for which the rule is about equality or the values say nothing. */
const allowed: readonly Coincidence[] = [
  { fields: ["bound_ami_id", "image"], reason: "a role admits the image of the instance" },
  { fields: ["bound_vpc_id", "vpc"], reason: "a role admits the VPC of the instance" },
  { fields: ["bound_subnet_id", "subnet"], reason: "a role admits the subnet of the instance" },
  { fields: ["bound_region", "inferred_cloud_region", "region"], reason: "a role admits the region of the instance" },
  { fields: ["policies", "token_policies"], reason: "a tag narrows the policies of its role, and an old field is one" },
  { fields: ["ami_id", "image"], reason: "a login shows the image of the instance" },
  { fields: ["iam_role", "instance_profile", "profile"], reason: "a profile has the name of another IAM role" },
  { fields: ["lease_duration", "token_period"], reason: "a token is valid for its period" },
  { fields: ["token_ttl", "token_max_ttl"], reason: "the maximum is the bound of the lifetime" },
  { fields: ["max_ttl", "rotation_period"], reason: "refused writes of roles of two kinds" },
  { fields: ["default_ttl", "max_ttl", "rotation_period"], reason: "each field accepts the same forms of durations" },
  { fields: ["creation_ttl", "ttl", "period", "token_period"], reason: "a token has the period of its role" },
  {
    fields: ["creation_ttl", "explicit_max_ttl", "token_explicit_max_ttl"],
    reason: "a token has the maximum of its role",
  },
  { fields: ["bound_cidrs", "token_bound_cidrs"], reason: "one is the former name of the other" },
  { fields: ["alias_name", "entity_alias"], reason: "a token gets the entity of the alias" },
  { fields: ["name", "alias_name", "keys"], reason: "a lookup and a list have the names of what was written" },
  { fields: ["default_ttl", "increment", "lease_duration"], reason: "a renewal gives the TTL that it is asked for" },
  { fields: ["allowed_policies", "disallowed_policies", "policies"], reason: "those of a role" },
  { fields: ["secret_shares", "secret_threshold"], reason: "the only share is enough, or all shares are necessary" },
  { fields: ["secret_threshold", "t"], reason: "the seal status shows the threshold under the name t" },
  { fields: ["role_arn", "sts_role"], reason: "the STS role of an account is assumed" },
  { fields: ["region", "sts_region"], reason: "calls to STS are signed for its region" },
];

const allowedNames: readonly Coincidence[] = [
  { fields: ["dynamic role", "static role"], reason: "a static role is no dynamic role of the same name" },
  { fields: ["IAM role", "instance profile"], reason: "a profile with the name of another IAM role" },
];

const plain = /^(?:true|false|0s?|""|\[\]|\{.*\}|other|perhaps|soon|there|x)$/;

function pairsIn({ text, argument }: PickleStep): Values {
  const quoted = [...text.matchAll(/ '(.*)'$|"([^"]*)"/g)].map(([, words, others = ""]) => words ?? others);
  const rows = (argument?.dataTable?.rows ?? []).map(({ cells }) => cells.map(({ value }) => value));
  const inTable = rows.flatMap(([field = "", value = "", ...more]) =>
    more.length === 0 && /^[a-z]+(?:_[a-z]+)+$/.test(field) ? [[field, value] as const] : [],
  );
  const inTexts = [...quoted, ...rows.flat()].flatMap((words) =>
    words.split(/, (?=[\w.-]+=)/).flatMap((pair) => {
      const [, field = "", value = ""] = /^([a-z_]+)=(.+)$/.exec(pair) ?? [];
      return field === "" ? [] : [[field, value] as const];
    }),
  );
  return [...inTexts, ...inTable];
}

/** Matches the names of things that the service or the cloud knows, after the word for their kind. */
const named = /\b(IAM role|dynamic role|static role|role|policies|connection|password policy) "([^"]*)"/g;

function namesIn({ text }: PickleStep): Values {
  const profiles = [...text.matchAll(/\binstance_profile=([\w-]+)/g)];
  const names = [...text.matchAll(named)].flatMap(([, kind = "", all = ""]) =>
    all.split(", ").map((name) => [kind, name] as const),
  );
  return [...names, ...profiles.map(([, name = ""]) => ["instance profile", name] as const)];
}

const scenarios = globSync("features/**/*.feature", { cwd: packageRoot }).flatMap((file) => {
  const parser = new Parser(new AstBuilder(IdGenerator.incrementing()), new GherkinClassicTokenMatcher());
  const document = parser.parse(readFileSync(`${packageRoot}${file}`, "utf8"));
  return compile(document, file, IdGenerator.incrementing()).map(({ name, steps }) => ({ file, name, steps }));
});

function found(valuesOf: (step: PickleStep) => Values, permitted: readonly Coincidence[]): readonly string[] {
  const used = new Set<Coincidence>();
  const wrong = scenarios.flatMap(({ file, name, steps }) => {
    const values = steps.flatMap(valuesOf).filter(([, value]) => !plain.test(value));
    for (const one of permitted)
      if (coincidences(values, [one]).length < coincidences(values, []).length) used.add(one);
    const isUnused = (what: string) => what.startsWith(unneeded);
    return coincidences(values, permitted)
      .filter((what) => !isUnused(what))
      .map((what) => `${file} › ${name}: ${what}`);
  });
  const unused = permitted.filter((one) => !used.has(one)).map(({ fields }) => `${unneeded}: ${fields.join(", ")}`);
  return [...wrong, ...unused];
}

test("no scenario has the same value in two fields", () => {
  expect(scenarios.length).to.be.above(1000);
  const wrong = found(pairsIn, allowed);
  expect(wrong, wrong.join("\n")).to.deep.equal([]);
});

test("no scenario gives two kinds of things the same name", () => {
  const wrong = found(namesIn, allowedNames);
  expect(wrong, wrong.join("\n")).to.deep.equal([]);
});

test("no scenario sets a duration that is the default", async () => {
  const { lease, tidyBuffer } = await usualDurations();
  const usual = [lease, tidyBuffer];
  const wrong = scenarios.flatMap(({ file, name, steps }) =>
    steps
      .filter(({ text }) => !/read from| in \w+ has(?: |:$)/.test(text))
      .flatMap(pairsIn)
      .filter(([field, value]) => /ttl|period|lease|buffer/.test(field) && usual.includes(secondsOf(value)))
      .map(([field, value]) => `${file} › ${name}: ${field}=${value}`),
  );
  expect(wrong, wrong.join("\n")).to.deep.equal([]);
});
