import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { suite, test } from "node:test";
import type { Envelope } from "@cucumber/messages";
import { expect } from "chai";
import { formsOf } from "#.ci/steps/forms.ts";
import { catalogue } from "#harness/cli/step-catalogue.ts";
import { reapedFolder } from "#harness/reaper/reaped-folder.ts";
import { PlayerProcess } from "../player-process.ts";

const feature = "mutants/kinds/kinds.feature";

/** Kinds without a list of their names, and kinds without a way to delete an object. */
const [unlisted, lasting] = [
  /^(tuning|tidy|encryption|replication status|root token|seal|client|identity conf|number|.* of Lima$)/,
  /^(tuning|database plugin|encryption|replication status|root token|seal|identity conf|number|.* dynamic filter)/,
];
/** Kinds whose list is an object with a field for each name. */
const inOneObject = /^(secrets engine|auth method|audit device)$/;
/**
 * Kinds that the harness itself reads when it starts or links clusters, or that a sealed cluster serves without the
 * changed line. The lists of mutants have changes of them.
 */
const readElsewhere = /^(seal status|replication status|root token generation)$/;

/** Changes of the service, by description. They replace the line that runs the handler of an operation. */
const changes = {
  "loses what is read": `
    const answer = await run();
    if (context.call.verb === "read" && !/^sys\\/(health|seal-status|init|leader|replication\\/performance\\/status)/.test(context.call.path))
      throw new Problem("absent", "");`,
  "has empty lists": `
    if (context.call.verb === "list") throw new Problem("absent", "");
    const answer = await run();`,
  "deletes nothing": `
    const answer = context.call.verb === "delete" ? undefined : await run();`,
  "keeps deleted names in its lists": `
    const { verb, path } = context.call;
    const isOneObject = verb === "read" && /^sys\\/(mounts|auth|audit)$/.test(path);
    const names = ((globalThis as any).keptNames ??= new Map<string, any>());
    const found = await run().catch((error) => { if (verb === "list" && names.has(path)) return { data: { keys: [] } }; throw error; });
    const data = (found as any)?.data;
    if (verb === "list") names.set(path, [...new Set([...(names.get(path) ?? []), ...data.keys])]);
    if (isOneObject) names.set(path, { ...names.get(path), ...data });
    const answer = verb === "list" ? { ...found, data: { ...data, keys: names.get(path) } } : isOneObject ? { ...found, data: names.get(path) } : found;`,
  "keeps returning deleted objects": `
    const { verb, path } = context.call;
    const objects = ((globalThis as any).keptObjects ??= new Map<string, any>());
    const answer = await run().catch((error) => { if (verb === "read" && objects.has(path)) return objects.get(path); throw error; });
    if (verb === "read") objects.set(path, answer);`,
} as const;

function failures(messages: string): ReadonlyMap<string, string> {
  const pickles = new Map<string, { name: string; steps: Map<string, string> }>();
  const cases = new Map<string, { name: string; steps: Map<string, string> }>();
  const started = new Map<string, string>();
  const failed = new Map<string, string>();
  for (const line of messages.split("\n").filter((one) => one !== "")) {
    const { pickle, testCase, testCaseStarted, testStepFinished } = JSON.parse(line) as Envelope;
    if (pickle)
      pickles.set(pickle.id, { name: pickle.name, steps: new Map(pickle.steps.map(({ id, text }) => [id, text])) });
    if (testCase) {
      const { name = "", steps } = pickles.get(testCase.pickleId) ?? {};
      const texts = testCase.testSteps.map(
        ({ id, pickleStepId = "" }) => [id, steps?.get(pickleStepId) ?? "a hook"] as const,
      );
      cases.set(testCase.id, { name, steps: new Map(texts) });
    }
    if (testCaseStarted) {
      started.set(testCaseStarted.id, testCaseStarted.testCaseId);
      failed.set(cases.get(testCaseStarted.testCaseId)?.name ?? "", "");
    }
    if (testStepFinished?.testStepResult.status !== "FAILED") continue;
    const one = cases.get(started.get(testStepFinished.testCaseStartedId) ?? "");
    if (one) failed.set(one.name, failed.get(one.name) || (one.steps.get(testStepFinished.testStepId) ?? ""));
  }
  return failed;
}

suite("the sentences about objects of each kind", () => {
  const kinds: string[] = [];

  test("are played for every kind of scenarios/resources.ts", async () => {
    const { parameters } = await catalogue({ examples: false });
    const [own] = parameters.filter(({ name }) => name === "resource");
    const forms = own ? formsOf(own, parameters) : [];
    const named = forms.flatMap((form) => {
      const [, filters] = /^\((.*filter)\) of /.exec(form) ?? [];
      if (filters !== undefined) return filters.split(" / ").map((kind) => `${kind} of Lima`);
      return form.startsWith("object at") ? [] : [form.replace('[ at "…"]', "").replace(' "…"', "")];
    });
    const text = await readFile(feature, "utf8");
    kinds.push(...[...text.matchAll(/^ {2}Scenario: (.*)$/gm)].map(([, title = ""]) => title));
    expect(kinds.toSorted()).to.deep.equal(named.toSorted());
  });

  const play = async (replace?: string) => {
    await using folder = await reapedFolder();
    await using player = new PlayerProcess();
    const report = join(folder.path, "report");
    const find = "  const answer = await run();";
    const change = replace === undefined ? undefined : { file: "engine/core/pipeline/steps/serve.ts", find, replace };
    const { ending, errors } = await player.run({
      words: ["rehearse", feature, "--stage", "simulated", "--workers", "1", "--seed", "1", "--report", report],
      change,
    });
    expect(ending, errors).to.equal(replace === undefined ? 0 : 1);
    return failures(await readFile(join(report, "messages.ndjson"), "utf8"));
  };

  const present = (step: string) => /^(eventually )?(Oslo has the |the .* in (Oslo|Lima) has )/.test(step);
  const absent = (step: string) => step.startsWith("there is no ");

  test("hold for a correct service", async () => {
    const all = await play();
    expect([...all.keys()].toSorted()).to.deep.equal(kinds.toSorted());
    expect([...all.values()].filter((step) => step !== "")).to.deep.equal([]);
  });

  const cases = [
    ["loses what is read", (kind: string) => !readElsewhere.test(kind), present],
    ["has empty lists", (kind: string) => !unlisted.test(kind) && !inOneObject.test(kind), present],
    ["deletes nothing", (kind: string) => !lasting.test(kind), absent],
    ["keeps deleted names in its lists", (kind: string) => !lasting.test(kind) && !unlisted.test(kind), absent],
    ["keeps returning deleted objects", (kind: string) => !lasting.test(kind) && !inOneObject.test(kind), absent],
  ] as const;
  for (const [change, concerns, fails] of cases)
    test(`fail for a service that ${change}`, async () => {
      const failed = await play(changes[change]);
      const wrong = kinds.filter((kind) => concerns(kind) && !fails(failed.get(kind) ?? ""));
      expect(wrong.map((kind) => `${kind}: ${failed.get(kind) || "passed"}`)).to.deep.equal([]);
    });
});
