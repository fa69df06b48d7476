import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { suite, test } from "node:test";
import { promisify } from "node:util";
import { expect } from "chai";
import { checkoutRoot } from "./suite/checkout-root.ts";
import { instrumented } from "./write-path/instrument.ts";
import { returnsIn, type Way, wayText } from "./write-path/way.ts";

const maxStops = 45;

const page = `${checkoutRoot}engine/replication/README.md`;

async function play(): Promise<Way> {
  const options = ["--import", "./.ci/write-path/record-calls.ts", ".ci/write-path/play.ts"];
  const { stdout } = await promisify(execFile)(process.execPath, options, { cwd: checkoutRoot });
  return JSON.parse(stdout);
}

suite("the way of a write from a primary to a secondary", async () => {
  const way = await play();

  test(`has at most ${maxStops} stops`, () => {
    expect(way.primary.length + way.secondary.length).to.be.within(2, maxStops);
  });

  test("returns to no file on either cluster", () => {
    expect([...returnsIn(way.primary), ...returnsIn(way.secondary)]).to.deep.equal([]);
  });

  test("is shown in the README of replication", () => {
    const text = readFileSync(page, "utf8");
    const shown = text.replace(
      /(<!-- write path -->\n).*(<!-- end -->)/s,
      (_, begin, end) => begin + wayText(way) + end,
    );
    if (process.env.UPDATE_TRACES === "1") writeFileSync(page, shown);
    expect(text).to.contain(wayText(way));
  });
});

test("a way that comes back to a file that it has left names the file", () => {
  expect(returnsIn(["a.ts: one", "a.ts: two", "b.ts: one"])).to.deep.equal([]);
  expect(returnsIn(["a.ts: one", "b.ts: one", "a.ts: two"])).to.deep.equal(["a.ts: two"]);
});

test("functions of all forms are instrumented, and constructors and generators are not", () => {
  const source = [
    "export function one() { return 1; }",
    "export const two = async (three: number) => three;",
    "class Four { #five = () => () => 5; constructor() { this.six(); } six() { return this.#five; } }",
    "function* seven() { yield 7; }",
    "const eight = () => {};",
  ];
  expect(instrumented(source.join("\n"), "f.ts").split("\n")).to.deep.equal([
    'export function one() { return __enterFunction("f.ts: one", () => { return 1; }); }',
    'export const two = async (three: number) => __enterFunction("f.ts: two", async () => (three));',
    'class Four { #five = () => __enterFunction("f.ts: #five", () => (() => __enterFunction("f.ts: callback in #five", () => (5)))); ' +
      'constructor() { this.six(); } six() { return __enterFunction("f.ts: six", () => { return this.#five; }); } }',
    "function* seven() { yield 7; }",
    "const eight = () => {};",
  ]);
});
