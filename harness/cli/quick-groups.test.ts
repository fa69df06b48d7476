import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { loadSupport } from "@cucumber/cucumber/api";
import { expect } from "chai";
import { noSources } from "./cucumber-run.ts";
import { quickGroups } from "./quick-groups.ts";
import { definitionsOf } from "./step-definitions.ts";

const steps = fileURLToPath(new URL("./quick-matching.suite.ts", import.meta.url));

const sentences = ['3 key shares are (all of "them")', `Ada holds 0.5 of "a b" and ''`, "a pattern of 2 words"];

test("arguments are the same as with cucumber's own code, in patterns and expressions", async () => {
  const library = await loadSupport({ sources: noSources, support: { importPaths: [steps] } });
  const matches = () =>
    JSON.stringify(sentences.map((text) => definitionsOf(library).map(({ expression }) => expression.match(text))));
  const before = matches();
  quickGroups(library);
  expect(matches()).to.equal(before);
  expect(before).to.contain('"value":"a b"').and.to.contain('"start":13');
});

test("a library with another structure is not changed", () => {
  const global = { expression: { regexp: /sky/g, match: () => null, treeRegexp: { groupBuilder: {} } } };
  const malformed = [global, { expression: { regexp: /sea/, match: () => null } }, { pattern: "sea" }, null];
  quickGroups({ stepDefinitions: malformed });
  quickGroups({});
  expect(global.expression.treeRegexp).to.deep.equal({ groupBuilder: {} });
});

// Source of a thread that imports all files and builds the library, as cucumber's threads do.
const thread = `
const { parentPort, workerData } = require("node:worker_threads");
void (async () => {
  const { supportCodeLibraryBuilder } = await import(workerData.cucumber);
  supportCodeLibraryBuilder.reset(".", () => "id");
  for (const file of workerData.files) await import(file);
  const { stepDefinitions } = supportCodeLibraryBuilder.finalize();
  parentPort.postMessage(stepDefinitions.map(({ expression }) => Object.hasOwn(expression.treeRegexp, "match")));
})();
`;

for (const { files, quick } of [
  { files: ["quick-groups-hook.ts", "quick-matching.suite.ts"], quick: true },
  { files: ["quick-matching.suite.ts"], quick: false },
])
  test(`the steps of a thread are ${quick ? "" : "not "}sped up with ${files.join(" and ")}`, async () => {
    const workerData = {
      cucumber: import.meta.resolve("@cucumber/cucumber"),
      files: files.map((file) => new URL(`./${file}`, import.meta.url).href),
    };
    const worker = new Worker(thread, { eval: true, workerData });
    const received = await new Promise((resolve, reject) => {
      worker.once("message", resolve);
      worker.once("error", reject);
    });
    await worker.terminate();
    expect(received).to.deep.equal(new Array(5).fill(quick));
  });
