import { describe, test } from "node:test";
import type { Envelope } from "@cucumber/messages";
import { AssertionError, expect } from "chai";
import { exchangesMediaType, judgedMediaType, parseExchanges } from "#harness/api/exchange.ts";
import type { ApiReply, ApiRequest } from "#harness/api/request.ts";
import { causesOf } from "#harness/reports/causes/causes.ts";
import { distinctCauses } from "#harness/reports/causes/describe-cause.ts";
import { coverageOf } from "#harness/reports/coverage.ts";
import { ExchangeWatch } from "#harness/reports/exchange-watch.ts";
import { renderJunit } from "#harness/reports/junit.ts";
import { logAround } from "#harness/reports/log-excerpt.ts";
import { maskEnvelope } from "#harness/reports/mask-envelope.ts";
import { renderPage } from "#harness/reports/page/page.ts";
import { samplePerformance, sampleScenario, sampleSetting } from "#harness/reports/sample-performance.suite.ts";
import { failureList } from "#harness/reports/terminal/failure-list.ts";
import { scenarioLines } from "#harness/reports/terminal/scenario-lines.ts";
import type { LogLine } from "#harness/stages/stage.ts";

/** A secret whose format no masking rule matches. */
const canary = "Kanarienvogel-4711";
const encoded = "Kanarienvogel%2D4711";

type Course = Readonly<{
  rootToken?: string;
  request?: Partial<ApiRequest>;
  answer?: ApiReply["body"];
  log?: LogLine["facts"];
  thrown?: unknown;
}>;

async function outputOf({
  rootToken = "root",
  request = {},
  answer = {},
  log = {},
  thrown = new Error("no"),
}: Course): Promise<string> {
  const attached: Readonly<{ body: string; mediaType: string }>[] = [];
  const watch = new ExchangeWatch({ attach: (body, mediaType) => attached.push({ body, mediaType }), now: () => 0 });
  const cluster = watch.over({
    ...{ name: "Oslo", api: "http://oslo.test", link: "ws://oslo.test", rootToken },
    call: async () => ({ status: 400, headers: {}, body: answer }),
    restart: async () => {},
    crashAt: async () => {},
  });
  await cluster.call({ method: "POST", path: "colours/sky", token: "root", ...request });
  watch.failed(thrown);
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const envelope: Envelope = {
    testStepFinished: {
      testCaseStartedId: "1",
      testStepId: "1",
      timestamp: { seconds: 0, nanos: 0 },
      testStepResult: {
        ...{ status: "FAILED" as never, duration: { seconds: 0, nanos: 0 } },
        message: [error.message, error.stack, printed(Reflect.get(error, "actual")), printed(error.cause)].join("\n"),
      },
    },
  };
  maskEnvelope(envelope);
  const message = envelope.testStepFinished?.testStepResult.message ?? "";
  const exchanges = attached.flatMap(({ body, mediaType }) =>
    mediaType === exchangesMediaType ? (parseExchanges(body) ?? []) : [],
  );
  const judged = Number(attached.find(({ mediaType }) => mediaType === judgedMediaType)?.body);
  const line = { at: 0, cluster: "Oslo", level: "error", event: "it broke", facts: log };
  const scenario = sampleScenario({
    verdict: "failed",
    steps: [
      {
        keyword: "Then",
        text: "all is well",
        line: 9,
        verdict: "failed",
        milliseconds: 1,
        error: message,
        exchanges,
        judged,
      },
    ],
    log: logAround([line], watch.secrets.all),
  });
  const again = { ...scenario, name: "Again" };
  const performance = samplePerformance(scenario, again);
  const causes = causesOf([scenario, again], new Map());
  const output = Object.assign(process.stdout, {});
  return [
    JSON.stringify(attached),
    ...scenarioLines(scenario, output),
    ...failureList(causes, { setting: sampleSetting, output }),
    JSON.stringify(distinctCauses(causes)),
    renderJunit(performance, sampleSetting, causes),
    renderPage({
      performance,
      coverage: coverageOf(performance, new Map()),
      requirements: new Map(),
      setting: sampleSetting,
      ...{ traces: new Map(), causes },
    }),
  ].join("\n");
}

function printed(side: unknown): string {
  return side instanceof Error ? `${side.message} ${side.stack}` : JSON.stringify(side);
}

describe("a secret is in no output of a failure", () => {
  const courses: Readonly<Record<string, Course>> = {
    "sent in a body, and quoted in a response": {
      request: { body: { password: canary } },
      answer: { errors: [`the password ${canary} is too short`] },
    },
    "sent in a body, and logged": {
      request: { body: { password: canary } },
      log: { reason: `Error: no user with ${canary}` },
    },
    "returned in a response, and one side of an assertion": {
      answer: { data: { password: canary } },
      thrown: new AssertionError(`expected '${canary}' to equal 'x'`, { actual: { of: canary }, expected: "x" }),
    },
    "the token of a request, and part of its path": {
      request: { token: canary, path: `auth/token/lookup/${canary}` },
    },
    "the token of a target, and quoted in a response, an error and a log": {
      rootToken: canary,
      answer: { errors: [`no right with ${canary}`] },
      log: { reason: `denied ${canary}` },
      thrown: new Error(`expected ${canary} to equal x`),
    },
    "in the query, under a percent-encoded name": {
      request: { path: `sys/x?%70assword=${canary}&a=b` },
    },
    "in a connection URL that the database repeats": {
      request: { body: { connection_url: `postgresql://ada:${encoded}@db.test/x` } },
      answer: { errors: [`cannot connect as ada with ${canary} (${encoded})`] },
      log: { reason: `postgresql://ada:${encoded}@db.test/x`, what: canary },
    },
    "in a connection URL of a response, and in the cause of the error": {
      answer: { data: { connection_url: `postgresql://ada:${canary}@db.test/x` } },
      thrown: new Error("no", { cause: new Error(`login with ${canary}`) }),
    },
    "in an object that an assertion prints": {
      thrown: new Error(`expected { username: 'ada', password: '${canary}' } to deeply equal { a: 1 }`),
    },
    "in JSON inside a text": {
      request: { body: JSON.stringify({ secret_key: canary }) },
      answer: { errors: [`bad ${canary}`] },
    },
  };
  for (const [name, course] of Object.entries(courses)) {
    test(name, async () => {
      const all = await outputOf(course);
      expect(all).to.contain("it broke").and.contain("all is well").and.contain("POST");
      expect(all).not.to.contain(canary);
      expect(all).not.to.contain(encoded);
    });
  }
});
