import { readFileSync } from "node:fs";
import { suite, test } from "node:test";
import { expect } from "chai";
import { EnvironmentProblem, parseEnvironment, readEnvironment } from "./environment-file.ts";
import { variables as known } from "./variables.ts";

const page = readFileSync(new URL("../../../docs/environment.md", import.meta.url), "utf8");
const examples = [...page.matchAll(/^```json\n(.*?)^```$/gms)].map(([, text = ""]) => text);
const refusals = [...page.matchAll(/^\| `([{[].*?[}\]])` \| `(.*)` \|$/gm)].map(([, text = "", said = ""]) => ({
  text,
  said,
}));

const clusters = ["Oslo", "Lima", "Kyoto"];
const variables = { REHEARSAL_SECRET_KEY: "in-the-shell", WITH_BLANK: "two words", EMPTY: "" };
const parse = (text: string) => parseEnvironment(text, { path: "f", clusters, variables });

function problemOf(text: string): string {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof EnvironmentProblem) return error.message;
    throw error;
  }
  throw new Error(`expected a refusal of ${text}`);
}

test("the parsed file contains the names of secrets and not the secrets", () => {
  const said = { variable: "REHEARSAL_SECRET_KEY" };
  expect(parse(JSON.stringify({ Oslo: { CLOUD_SECRET_KEY: said } }))).to.deep.equal({
    Oslo: { CLOUD_SECRET_KEY: said },
  });
});

test("no error message quotes a value", () => {
  for (const value of ["s3cret word", ["s3cret"], { variable: "s3cret-" }, { cloud: "s3cret" }, { s3cret: 1 }]) {
    for (const name of known.keys()) {
      expect(problemOf(JSON.stringify({ Oslo: { [name]: value } }))).not.to.contain("s3cret");
    }
  }
  expect(problemOf('{ "Oslo": { "CLOUD_SECRET_KEY": s3cret')).to.equal("environment f is not JSON");
});

test("an empty environment variable counts as not set", () => {
  const text = '{ "Oslo": { "AWS_SECRET_KEY": { "variable": "EMPTY" } } }';
  expect(problemOf(text)).to.contain("EMPTY, which is not set");
});

test("a missing file is reported", () => {
  const reading = { path: "no/such/file.json", clusters, variables };
  expect(() => readEnvironment(reading)).to.throw(EnvironmentProblem, "no/such/file.json cannot be read: ENOENT");
});

suite("docs/environment.md", () => {
  test("names every variable that clusters read", () => {
    const named = (name: string) => page.includes(`\`${name.replace(/^AWS_.*/, "AWS_…")}\``);
    expect([...known.keys()].filter((name) => !named(name))).to.deep.equal([]);
  });

  test("has valid examples with every form of a value", () => {
    const values = examples.flatMap((text) => Object.values(parse(text)).flatMap((one) => Object.values(one)));
    const forms = values.map((value) => (typeof value === "string" ? "text" : Object.keys(value).join()));
    expect(new Set(forms)).to.deep.equal(new Set(["text", "variable", "cloud"]));
  });

  test("gives the reason for each refused file", () => {
    expect(refusals).to.have.length.above(12);
    for (const { text, said } of refusals) expect(problemOf(text), text).to.contain(`environment f: ${said}`);
  });
});
