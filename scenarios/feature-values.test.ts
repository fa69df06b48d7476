import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { AstBuilder, compile, GherkinClassicTokenMatcher, Parser } from "@cucumber/gherkin";
import { IdGenerator, type PickleStep } from "@cucumber/messages";
import { expect } from "chai";
import { usualBufferSeconds } from "#engine/cloud/tidy/tidy-settings.ts";
import { systemLeaseSeconds } from "#engine/core/leases/lease-times.ts";
import { packageRoot } from "#harness/program/package-root.ts";
import { type Coincidence, coincidences, secondsOf } from "./coincidences.ts";

type Values = readonly (readonly [field: string, value: string])[];

/** Fields with the same value in one scenario, for which the rule is about equality or the values say nothing. */
const allowed: readonly Coincidence[] = [];

/** Values that are not told apart: switches, lists and numbers that are unset, and refused values. */
const plain = /^(?:true|false|0s?|""|\[\]|\{.*\}|other|perhaps|soon|there|x)$/;

function pairsIn({ text, argument }: PickleStep): Values {
  const quoted = [...text.matchAll(/"([^"]*)"/g)].map(([, words = ""]) => words);
  const rows = (argument?.dataTable?.rows ?? []).map(({ cells }) => cells.map(({ value }) => value));
  const inTable = rows.flatMap(([field = "", value = "", ...more]) =>
    more.length === 0 && /^[a-z]+(?:_[a-z]+)+$/.test(field) ? [[field, value] as const] : [],
  );
  const inTexts = [...quoted, ...rows.flat()].flatMap((words) =>
    words.split(", ").flatMap((pair) => {
      const [, field = "", value = ""] = /^([a-z_]+)=(.+)$/.exec(pair) ?? [];
      return field === "" ? [] : [[field, value] as const];
    }),
  );
  return [...inTexts, ...inTable];
}

/** Matches the names of things that the service or the cloud knows, after the word for their kind. */
const named = /\b(IAM role|static role|instance profile|role|policies|connection|password policy) "([^"]*)"/g;

function namesIn({ text }: PickleStep): Values {
  return [...text.matchAll(named)].flatMap(([, kind = "", names = ""]) =>
    names.split(", ").map((name) => [kind, name] as const),
  );
}

const scenarios = globSync("features/**/*.feature", { cwd: packageRoot }).flatMap((file) => {
  const parser = new Parser(new AstBuilder(IdGenerator.incrementing()), new GherkinClassicTokenMatcher());
  const document = parser.parse(readFileSync(`${packageRoot}${file}`, "utf8"));
  return compile(document, file, IdGenerator.incrementing()).map(({ name, steps }) => ({ file, name, steps }));
});

function found(valuesOf: (step: PickleStep) => Values, permitted: readonly Coincidence[]): readonly string[] {
  const groups = scenarios.flatMap(({ file, name, steps }) => {
    const values = steps.flatMap(valuesOf).filter(([, value]) => !plain.test(value));
    return coincidences(values, []).map((what) => `${file} › ${name}: ${what}`);
  });
  const isAllowed = (line: string) =>
    permitted.some(({ fields }) => (line.split(": ").at(-1) ?? "").split(", ").every((one) => fields.includes(one)));
  return groups.filter((line) => !isAllowed(line));
}

test("no scenario has the same value in two fields", () => {
  expect(scenarios.length).to.be.above(1000);
  const wrong = found(pairsIn, allowed);
  expect(wrong, wrong.join("\n")).to.deep.equal([]);
});

test("no scenario gives two kinds of things the same name", () => {
  const wrong = found(namesIn, []);
  expect(wrong, wrong.join("\n")).to.deep.equal([]);
});

test("no scenario sets a duration that is the default", () => {
  const usual = [systemLeaseSeconds, usualBufferSeconds];
  const wrong = scenarios.flatMap(({ file, name, steps }) =>
    steps
      .flatMap(pairsIn)
      .filter(([field, value]) => /ttl|period|lease|buffer/.test(field) && usual.includes(secondsOf(value)))
      .map(([field, value]) => `${file} › ${name}: ${field}=${value}`),
  );
  expect(wrong, wrong.join("\n")).to.deep.equal([]);
});
