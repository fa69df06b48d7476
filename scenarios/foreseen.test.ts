import { test } from "node:test";
import { expect } from "chai";
import type { LogLine } from "#harness/stages/stage.ts";
import { failOnInternalError } from "./foreseen.ts";

const failure: LogLine = {
  ...{ at: 0, cluster: "Oslo", level: "error", event: "a request failed with an internal error" },
  facts: { path: "sys/promote", name: "TypeError" },
};

function place({ isInternalError = true, lines = [failure] as readonly LogLine[] } = {}) {
  return { exchanges: { isInternalError }, stage: { logs: () => lines } };
}

async function outcomeOf(asked: Promise<unknown>): Promise<unknown> {
  return await asked.catch((error: unknown) => error);
}

test("a step that was content with an internal error of our own cluster has failed, with the line of the log", async () => {
  const error = await outcomeOf(failOnInternalError(place(), () => "refused, as expected"));
  expect(String(error)).to.contain("Oslo logged: a request failed with an internal error").and.to.contain("TypeError");
});

test("a step that failed beside it has the log line for its reason, and its own error as the cause", async () => {
  const own = new Error("expected 204");
  const error = await outcomeOf(failOnInternalError(place(), () => Promise.reject(own)));
  expect([error instanceof Error && error.name, error instanceof Error && error.cause]).to.deep.equal([
    "InternalErrorFailure",
    own,
  ]);
});

test("a server that is not ours may answer what it likes: it has no log here", async () => {
  expect(await failOnInternalError(place({ lines: [] }), () => 7)).to.equal(7);
});

test("a failure in a step before is not this step's", async () => {
  expect(await failOnInternalError(place({ isInternalError: false }), () => 7)).to.equal(7);
});
