import { test } from "node:test";
import { expect } from "chai";
import { causesOf } from "#harness/reports/causes/causes.ts";
import { renderJunit } from "#harness/reports/junit.ts";
import type { PlayedScenario } from "#harness/reports/performance.ts";
import {
  sampleExchange,
  samplePerformance,
  sampleScenario,
  sampleSetting,
} from "#harness/reports/sample-performance.suite.ts";

type Element = Readonly<{
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: Element[];
  text: string[];
}>;

function parsed(xml: string): Element {
  const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.exec(xml);
  if (forbidden) throw new Error(`a character that XML does not allow at ${forbidden.index}`);
  const root: Element = { name: "", attributes: {}, children: [], text: [] };
  const open = [root];
  const token = /<\?xml [^<>]*\?>|<(\/?)([a-z]+)((?: [a-z]+="[^"<]*")*) ?(\/?)>|([^<]+)/y;
  while (token.lastIndex < xml.length) {
    const at = token.lastIndex;
    const match = token.exec(xml);
    if (!match) throw new Error(`no markup at ${at}: ${xml.slice(at, at + 40)}`);
    const [, closing, name = "", attributes = "", isEmpty, text] = match;
    const current = open.at(-1) ?? root;
    if (text !== undefined) current.text.push(unescaped(text));
    else if (closing && open.pop()?.name !== name) throw new Error(`</${name}> at ${at} closes another element`);
    else if (name !== "" && !closing) {
      const pairs = [...attributes.matchAll(/ ([a-z]+)="([^"]*)"/g)].map(([, key = "", value = ""]) => [
        key,
        unescaped(value),
      ]);
      if (new Set(pairs.map(([key]) => key)).size !== pairs.length) throw new Error(`a duplicate attribute at ${at}`);
      const element: Element = { name, attributes: Object.fromEntries(pairs), children: [], text: [] };
      current.children.push(element);
      if (!isEmpty) open.push(element);
    }
  }
  const [only, ...others] = root.children;
  if (open.length !== 1 || !only || others.length > 0) throw new Error("expected one element");
  return only;
}

function unescaped(text: string): string {
  const known: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
  return text.replace(/&([^;]*;?)/g, (whole, name: string) => {
    const letter = name.endsWith(";") ? known[name.slice(0, -1)] : undefined;
    if (letter === undefined) throw new Error(`${whole} is not an entity`);
    return letter;
  });
}

const nasty = `]]></failure>&amp;"'<a b='\u0000\u001b[31m\ud800\uffff é 🎭`;
const exchange = sampleExchange({ status: 404, responseBody: { errors: [nasty] } });

function broken(text: string): PlayedScenario {
  return sampleScenario({
    ...{ feature: text, name: text, verdict: "failed" },
    steps: [
      {
        keyword: "Then",
        text,
        line: 9,
        verdict: "failed",
        milliseconds: 1,
        error: `${text}\nmore`,
        exchanges: [exchange],
        judged: 1,
      },
    ],
    log: [{ at: 0, until: 0, cluster: "Oslo", level: "warn", event: "it creaked", facts: { reason: text }, times: 2 }],
  });
}

test("the file is well-formed for any names, errors and responses", () => {
  const performance = {
    ...samplePerformance(broken(nasty), sampleScenario({ verdict: "not played", reason: nasty })),
    crash: nasty,
  };
  const [suite] = parsed(renderJunit(performance, sampleSetting)).children;
  expect(suite?.attributes.name).to.contain(`]]></failure>&amp;"'<a b='`).and.contain("é 🎭");
});

test("suites and cases are counted by verdict", () => {
  const others = [sampleScenario(), sampleScenario({ verdict: "not played", reason: "it rains" })];
  const all = parsed(renderJunit(samplePerformance(...others, broken("Lost")), sampleSetting));
  expect(all.attributes).to.include({ tests: "3", skipped: "1", failures: "1", errors: "0" });
  expect(all.children.map(({ attributes }) => attributes)).to.have.nested.property("[0].skipped", "1");
  expect(all.children[0]?.children.map(({ children }) => children.map(({ name }) => name))).to.deep.equal([
    [],
    ["skipped"],
  ]);
  expect(all.children[0]?.children[1]?.children[0]?.attributes).to.deep.equal({ message: "it rains" });
});

test("the file agrees with the exit code: expected failures are skipped, and stale expectations fail", () => {
  const at = { fails: "Lost", document: "its notes" };
  const target = {
    expectedFailures: [
      { of: "Lost › *", ...at },
      { of: "Failover › Nothing is lost", ...at },
    ],
  };
  const setting = { ...sampleSetting, target: target as unknown as NonNullable<typeof sampleSetting.target> };
  const all = parsed(renderJunit(samplePerformance(sampleScenario(), broken("Lost"), broken("Found")), setting));
  expect(all.attributes).to.include({ tests: "4", skipped: "1", failures: "2", errors: "0" });
  const cases = all.children.flatMap(({ children }) => children);
  expect(cases.map(({ attributes, children }) => [attributes.name, children[0]?.name])).to.deep.equal([
    ["Nothing is lost", undefined],
    ["Lost", "skipped"],
    ["Found", "failure"],
    ["Failover › Nothing is lost: Lost", "failure"],
  ]);
});

test("a run without a verdict is an error: a loss, or no scenario that was played", () => {
  const lost = { ...samplePerformance(sampleScenario()), lost: "the database server has died" };
  expect(parsed(renderJunit(lost, sampleSetting)).attributes).to.include({ tests: "2", failures: "0", errors: "1" });
  const nothing = samplePerformance(sampleScenario({ verdict: "not played", reason: "it rains" }));
  expect(parsed(renderJunit(nothing, sampleSetting)).attributes).to.include({ skipped: "1", errors: "1" });
});

test("a failure has its step, line, error, judged request, logs, and the command to run it again", () => {
  const [suite] = parsed(renderJunit(samplePerformance(broken("Lost")), sampleSetting)).children;
  const failure = suite?.children[0]?.children[0];
  expect(failure?.attributes).to.deep.equal({ type: "failed", message: "Lost" });
  expect(
    failure?.text
      .join("")
      .split("\n")
      .filter((line) => !line.includes("answered")),
  ).to.deep.equal([
    "features/failover.feature:9",
    "Then Lost",
    "Lost",
    "more",
    "",
    "The request that was judged:",
    "GET colours/sky in Oslo, root token: 404",
    "",
    "What the clusters logged before:",
    "Oslo warn: it creaked reason=Lost (2 times)",
    "",
    "Play it again: node bin/understudy.js rehearse features/failover.feature:3 --stage simulated --seed 4711",
  ]);
});

test("failures with one cause have the cause as their message", () => {
  const [one, other] = [broken("Lost"), sampleScenario({ ...broken("Lost"), name: "Found" })];
  const causes = causesOf([one, other], new Map());
  const [suite] = parsed(renderJunit(samplePerformance(one, other), sampleSetting, causes)).children;
  const failures = suite?.children.map(({ children }) => children[0]) ?? [];
  const cause = 'GET */*: 404; "Lost" failed: Lost';
  expect(failures.map((failure) => failure?.attributes.message)).to.deep.equal([cause, cause]);
  expect(failures[1]?.text.join("")).to.contain(`2 failures with one cause: ${cause}\nattributed to DB-ROLE-01\n`);
});

test("a run that failed as a whole is an error of its own", () => {
  const all = parsed(renderJunit({ ...samplePerformance(sampleScenario()), crash: "worker 1 died" }, sampleSetting));
  expect(all.attributes).to.include({ tests: "2", errors: "1" });
  expect(all.children.at(-1)?.children[0]?.children[0])
    .to.include({ name: "error" })
    .and.have.deep.property("text", ["worker 1 died"]);
});
