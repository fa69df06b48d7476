import type { Envelope, TestCase, TestCaseFinished, TestCaseStarted, Timestamp } from "@cucumber/messages";
import { brokenOff, interrupted, notJudgedMediaType } from "#harness/reports/not-played.ts";
import type { Performance, PlayedScenario } from "#harness/reports/performance.ts";
import { playedScenario, type RunningScenario } from "#harness/reports/running-scenario.ts";
import { Script, type WrittenScenario } from "#harness/reports/script.ts";

/** Collects the results of a run from cucumber's messages. */
export class Recorder {
  readonly #script = new Script();
  readonly #cases = new Map<string, TestCase>();
  readonly #running = new Map<string, RunningScenario>();
  readonly #played = new Map<string, PlayedScenario>();
  #startedAt = 0;
  #endedAt = 0;
  #crash: string | null = null;
  readonly #lost = new Set<string>();

  get planned(): number {
    return this.#cases.size;
  }

  /** The scenario that started last and has not ended. Undefined if there is none. */
  get current(): WrittenScenario | undefined {
    return [...this.#running.values()].at(-1)?.scenario;
  }

  /** Processes a message. Returns the result of a scenario that ended with it. */
  take(envelope: Envelope): PlayedScenario | undefined {
    this.#script.take(envelope);
    if (envelope.testRunStarted) this.#startedAt = milliseconds(envelope.testRunStarted.timestamp);
    if (envelope.testCase) this.#cases.set(envelope.testCase.id, envelope.testCase);
    if (envelope.testCaseStarted) this.#begin(envelope.testCaseStarted);
    const { testStepFinished, attachment, testRunFinished, testRunHookFinished } = envelope;
    if (testStepFinished) this.#running.get(testStepFinished.testCaseStartedId)?.finished.push(testStepFinished);
    if (attachment) this.#running.get(attachment.testCaseStartedId ?? "")?.attachments.push(attachment);
    if (attachment?.mediaType === notJudgedMediaType) this.#lost.add(attachment.body.trim());
    if (testRunHookFinished?.result.status === "FAILED")
      this.#crash ??= testRunHookFinished.result.message ?? "a hook failed";
    if (testRunFinished) {
      this.#endedAt = milliseconds(testRunFinished.timestamp);
      this.#crash ??= testRunFinished.exception?.message ?? null;
    }
    return envelope.testCaseFinished ? this.#end(envelope.testCaseFinished) : undefined;
  }

  /** Returns the results so far. `wasInterrupted` determines the reason that scenarios without a result get. */
  performance({ wasInterrupted = false }: { wasInterrupted?: boolean } = {}): Performance {
    const planned = new Set([...this.#cases.values()].map((testCase) => testCase.pickleId));
    const reason = wasInterrupted ? interrupted : brokenOff;
    const [chosen, left] = [
      this.#script.scenarios.filter(({ id }) => planned.has(id)),
      this.#script.scenarios.filter(({ id }) => !planned.has(id)),
    ];
    const scenarios = chosen.map((scenario) => this.#played.get(scenario.id) ?? notPlayed(scenario, reason));
    const latest = Math.max(
      this.#startedAt,
      this.#endedAt,
      ...scenarios.map((one) => one.startedAt + one.milliseconds),
    );
    return {
      startedAt: this.#startedAt,
      milliseconds: latest - this.#startedAt,
      scenarios,
      tagsLeftOut: new Set(left.flatMap(({ tags }) => tags)),
      crash: this.#crash,
      lost: lostLine([...this.#lost]),
      unwritten: null,
    };
  }

  #begin(started: TestCaseStarted): void {
    const testCase = this.#cases.get(started.testCaseId);
    const scenario = testCase && this.#script.scenario(testCase.pickleId);
    if (!testCase || !scenario) return;
    this.#running.set(started.id, {
      scenario,
      testCase,
      startedAt: milliseconds(started.timestamp),
      worker: started.workerId ?? "0",
      finished: [],
      attachments: [],
    });
  }

  #end(finished: TestCaseFinished): PlayedScenario | undefined {
    const running = this.#running.get(finished.testCaseStartedId);
    this.#running.delete(finished.testCaseStartedId);
    if (!running || finished.willBeRetried) return undefined;
    const played = playedScenario(running, milliseconds(finished.timestamp));
    this.#played.set(running.scenario.id, played);
    return played;
  }
}

function notPlayed({ feature, name, file, line, tags }: WrittenScenario, reason: string): PlayedScenario {
  const nothing = { startedAt: 0, milliseconds: 0, worker: "0", steps: [], log: [] };
  return { feature, name, file, line, tags, verdict: "not played", reason, ...nothing };
}

function milliseconds({ seconds, nanos }: Timestamp): number {
  return seconds * 1000 + nanos / 1e6;
}

/** Maximum number of reasons in {@link Performance.lost}. */
const maxLost = 20;

function lostLine(reasons: readonly string[]): string | null {
  if (reasons.length === 0) return null;
  const more = reasons.length - maxLost;
  return `${reasons.slice(0, maxLost).join("; ")}${more > 0 ? `; and ${more} more` : ""}`;
}
