import { createHash } from "node:crypto";
import { test } from "node:test";
import { expect } from "chai";
import type { Exchange } from "#harness/api/exchange.ts";
import { causesOf } from "#harness/reports/causes/causes.ts";
import { coverageOf } from "#harness/reports/coverage.ts";
import { renderPage } from "#harness/reports/page/page.ts";
import type { PlayedScenario } from "#harness/reports/performance.ts";
import { readRequirements } from "#harness/reports/requirements.ts";
import { samplePerformance, sampleScenario, sampleSetting } from "#harness/reports/sample-performance.suite.ts";

const requirements = readRequirements();
const setting = { stage: "simulated", seed: 4711, database: "simulated", cloud: "embedded", version: "1.2.3" } as const;
const exchange: Exchange = {
  number: 1,
  at: 5,
  cluster: "Oslo",
  method: "GET",
  path: "colours/sky",
  token: "root",
  requestBody: null,
  status: 200,
  responseBody: { data: { colour: "blue" } },
};
const [given] = sampleScenario().steps as [PlayedScenario["steps"][number]];
const then = { ...given, keyword: "Then", text: "all is well", exchanges: [exchange] };
const broken = sampleScenario({
  name: "All is lost",
  verdict: "failed",
  steps: [given, { ...then, verdict: "failed", error: "expected blue" }],
});

function page(...scenarios: readonly PlayedScenario[]): string {
  const performance = samplePerformance(...scenarios);
  const coverage = coverageOf(performance, requirements);
  return renderPage({
    traces: new Map(),
    performance,
    coverage,
    requirements,
    causes: causesOf(performance.scenarios, requirements),
    setting: { ...setting, workers: 1, features: [], tags: "", replay: [] },
  });
}

test("failures with one cause are listed together, others alone", () => {
  const lost = (name: string, tag: string) => ({ ...broken, name, tags: [tag] });
  const markup = page(lost("a", "@DB-ROLE-01"), lost("b", "@DB-ROLE-02"), lost("c", "@DB-ROLE-01"));
  const [, cause = "", rest = ""] = /<div class="cause">(.*?)<\/div>(.*?)<\/ol>/s.exec(markup) ?? [];
  expect(cause)
    .to.contain("2 failures with one cause:")
    .and.contain("(attributed to DB-ROLE-01)")
    .and.contain("Failover › a</a>")
    .and.contain("Failover › c</a>")
    .and.not.contain("Failover › b</a>");
  expect(rest).to.contain("Failover › b</a>");
});

test("the verdict is the headline and the title", () => {
  expect(page(sampleScenario(), sampleScenario({ name: "b" })))
    .to.contain("<h1>All 2 scenarios held</h1>")
    .and.contain("<title>All 2");
  expect(page(sampleScenario(), broken)).to.contain("<h1>1 of 2 scenarios broke</h1>");
  expect(page(sampleScenario({ verdict: "not played", reason: "it rains" }))).to.contain("<h1>Nothing was played</h1>");
});

test("shows stage, seed, database and cloud", () => {
  for (const expected of ["simulated", "4711", "embedded", "1.2.3"])
    expect(page(sampleScenario())).to.contain(expected);
});

test("is self-contained: no external address, only its own script, and links only to files of the report", () => {
  const markup = page(sampleScenario(), broken);
  const [own = "", ...others] = [...markup.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text]) => text);
  expect(others).to.be.empty;
  const hash = createHash("sha256").update(own).digest("base64");
  expect(markup).to.contain(
    `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash}'; img-src data:`,
  );
  expect(markup).not.to.match(/<script[^>]|\bsrc=|https?:\/\/|@import|url\(/i);
  const targets = [...markup.matchAll(/href="([^"]*)"/g)].map(([, target]) => target ?? "");
  expect(targets.filter((target) => !/^#|^data:,$|^(messages\.ndjson|junit\.xml|requirements\.json)$/.test(target))).to
    .be.empty;
});

test("the page of a simulated run links to the trace and to the lines of each scenario in it", () => {
  const performance = samplePerformance(sampleScenario());
  const traces = new Map([["features/failover.feature:3", { first: 12, last: 40 }]]);
  const markup = renderPage({ performance, coverage: new Map(), requirements, setting: sampleSetting, traces });
  expect(markup).to.contain('<a href="trace.ndjson">trace.ndjson, lines 12 to 40</a>');
  expect(page(sampleScenario())).not.to.contain("trace.ndjson");
});

test("a failed scenario shows the judged request first and expanded, others collapsed, and the command to run it again", () => {
  const asked = ["before", "judged", "after"].map((path, index) => ({ ...exchange, path, number: index + 1 }));
  const step = { ...then, verdict: "failed", exchanges: asked, judged: 2 } as const;
  const markup = page(sampleScenario({ verdict: "failed", steps: [given, step] }));
  const order = [...markup.matchAll(/<span class="verb">GET<\/span> (\w+)/g)].map(([, path]) => path);
  expect(order).to.deep.equal(["judged", "before", "after"]);
  expect(markup.match(/<details class="exchange" open>/g)).to.have.length(1);
  expect(markup).to.contain("<code>node bin/understudy.js rehearse features/failover.feature:3</code>");
});

test("with several failures, links to all of them come first", () => {
  const markup = page(sampleScenario(), broken, { ...broken, name: "More is lost" });
  expect([...markup.matchAll(/<li data-of="([^"]*)" data-status="failed"/g)].map(([, id]) => id)).to.deep.equal([
    "scenario-2",
    "scenario-3",
  ]);
  expect(page(broken)).not.to.contain("<li data-of");
});

test("scenarios that were not run are grouped by reason, each with a link", () => {
  const unplayed = (name: string, reason: string) => sampleScenario({ name, verdict: "not played", reason });
  const markup = page(unplayed("a", "it rains"), unplayed("b", "it snows"), unplayed("c", "it rains"));
  expect(markup)
    .to.match(/<summary><b>2<\/b><span class="name">it rains<\/span><\/summary><ul><li><a href="#scenario-1">/)
    .and.match(/<summary><b>1<\/b><span class="name">it snows<\/span>/);
});

test("the log around a failure is shown with it, with relative times", () => {
  const line = { cluster: "Oslo", level: "warn", event: "a lease could not be revoked", facts: { lease: "x" } };
  const log = [
    { ...line, at: 0, until: 0, times: 1 },
    { ...line, event: "request", at: 1, until: 1_500, times: 3 },
  ];
  expect(page(sampleScenario({ verdict: "failed", steps: [{ ...then, verdict: "failed" }], log })))
    .to.match(/−1\.5 s<\/span><b>Oslo<\/b><code>warn a lease could not be revoked<span class="facts-of"> lease=x/)
    .and.contain("×3");
});

test("every internal link has a target, and no id occurs twice", () => {
  const markup = page(
    sampleScenario(),
    broken,
    sampleScenario({ name: "Never", verdict: "not played", reason: "it rains" }),
  );
  const ids = [...markup.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
  const targets = [...markup.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).to.equal(ids.length);
  expect(targets).not.to.be.empty;
  expect(ids).to.include.members(targets);
});

test("names, steps, errors and responses are escaped", () => {
  const nasty = `</pre></style><img src=x onerror="alert('1')">&amp;\u0000\u001b[31m`;
  const scenario = sampleScenario({
    ...{ feature: nasty, name: nasty, file: nasty, tags: [nasty], verdict: "failed" },
    steps: [
      {
        ...{
          keyword: nasty,
          text: nasty,
          argument: [[nasty]],
          line: 9,
          error: nasty,
          verdict: "failed",
          milliseconds: 1,
        },
        exchanges: [{ ...exchange, cluster: nasty, method: nasty, path: nasty, responseBody: { [nasty]: nasty } }],
      },
    ],
  });
  const markup = page(scenario, sampleScenario({ verdict: "not played", reason: nasty }));
  expect(markup).not.to.match(/<img/);
  expect(markup.match(/<\/style>/g)).to.have.length(1);
  expect(markup).to.contain("&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;amp;");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
  expect(markup).not.to.match(/[\x00\x1b]/);
});

test("a failed scenario is expanded with its error and exchanges; others show no exchanges", () => {
  const markup = page(
    sampleScenario({ name: "b", steps: [{ ...then, exchanges: [{ ...exchange, path: "elsewhere" }] }] }),
    broken,
  );
  expect(markup).to.match(/<details class="scenario" id="scenario-2" open /);
  expect(markup).to.contain("expected blue").and.contain("colours/sky").and.contain("&quot;blue&quot;");
  expect(markup).not.to.contain("elsewhere");
});

test("a step with a thousand requests shows the last responses", () => {
  const many = Array.from({ length: 1_000 }, (_, index) => ({ ...exchange, path: `asked/${index}.` }));
  const markup = page(sampleScenario({ verdict: "failed", steps: [{ ...then, verdict: "failed", exchanges: many }] }));
  expect(markup).to.contain("asked/999.").and.contain("983 earlier");
  expect(markup).not.to.contain("asked/500.");
});

test("with hundreds of failures, each is short, so that the page stays small", () => {
  const body = { text: "x".repeat(1_000) };
  const asked = Array.from({ length: 32 }, (_, index) => ({
    ...exchange,
    number: index,
    path: `${index}`,
    responseBody: body,
  }));
  const all = Array.from({ length: 313 }, () =>
    sampleScenario({ verdict: "failed", steps: [{ ...then, verdict: "failed", exchanges: asked, judged: 31 }] }),
  );
  const markup = page(...all);
  expect(markup).to.contain("31 more in messages.ndjson").and.contain("The request that was judged");
  expect(markup.length).to.be.below(2_000_000);
});

test("a requirement is the tooltip of its tag and is in the table with its scenarios", () => {
  const { statement = "" } = requirements.get("DB-ROLE-01") ?? {};
  expect(page(sampleScenario()))
    .to.contain(`href="#DB-ROLE-01" title="${statement}"`)
    .and.contain('<tr id="DB-ROLE-01" ');
});

test("a run that failed as a whole has an alert before everything else", () => {
  const performance = { ...samplePerformance(sampleScenario()), crash: "worker 1 <died>" };
  const expected = {
    traces: new Map(),
    performance,
    coverage: new Map(),
    requirements,
    setting: { ...setting, workers: 1, features: [], tags: "", replay: [] },
  };
  expect(renderPage(expected)).to.contain('role="alert"').and.contain("worker 1 &lt;died&gt;");
});
