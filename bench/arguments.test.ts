import { test } from "node:test";
import { expect } from "chai";
import { parseArguments, UsageError } from "./arguments.ts";

const known = ["start-up", "memory"];

test("selects all benchmarks without a name, and otherwise the named ones in the usual order", () => {
  expect(parseArguments([], known)).to.deep.equal({ names: known, json: false, list: false });
  expect(parseArguments(["--json", "memory"], known)).to.deep.equal({ names: ["memory"], json: true, list: false });
  expect(parseArguments(["memory", "start-up"], known).names).to.deep.equal(known);
});

test("an unknown name is reported with the known names, and an unknown option with the known options", () => {
  expect(() => parseArguments(["speed"], known)).to.throw(
    UsageError,
    "no benchmark is named speed; known: start-up, memory",
  );
  expect(() => parseArguments(["memry"], known)).to.throw(
    UsageError,
    "no benchmark is named memry; did you mean memory?",
  );
  expect(parseArguments(["--list"], known)).to.include({ list: true });
  expect(() => parseArguments(["--fast"], known)).to.throw(UsageError, "the options are --json and --list");
});
