import type { Event, EventOf, Heading } from "#harness/history/event.ts";
import type { Example } from "./example.ts";
import type { InvariantNumber } from "./invariants.ts";
import type { Roles } from "./models/roles.ts";
import type { SecretLog } from "./models/secret-log.ts";
import type { Operation } from "./operation.ts";

/** Models that all judges of a history share. They are updated before the judges receive an event. */
export type Models = Readonly<{ roles: Roles; secrets: SecretLog }>;

/** The data that a judge may use, and the callbacks with which it reports. A rule without a report holds. */
export type Findings = Readonly<{
  heading: Heading;
  models: Models;
  /** Reports that `event` broke the rule. `sentence` explains this with names and times. Only the first call counts. */
  broken(event: Readonly<{ seq: number; at: number }>, sentence: string): void;
  /** Reports that there is too little information for a verdict, and why. A broken rule takes precedence. */
  undecided(sentence: string): void;
  /** Formats an event's time for people, in seconds since the first event of the history: "12.4 s". */
  time(event: Readonly<{ at: number }>): string;
}>;

/** Listeners of one checker for one history, called in the order of the history. */
export type Judge = Readonly<{
  on?: Readonly<{ [Type in Event["type"]]?: (event: EventOf<Type>) => void }>;
  /** Called for each response to a known request, after the listeners in `on`. */
  answered?: (operation: Operation) => void;
  end?: () => void;
}>;

/**
 * A rule for every history. Checkers use only the history, not the service that produced it. docs/checkers.md is
 * generated from the members of all checkers.
 */
export type Checker = Readonly<{
  /** The rule in a few words, such as "a set has one primary". */
  name: string;
  invariants: readonly InvariantNumber[];
  rule: string;
  /** Ids of requirements and own rules, numbers of decisions such as "0024", or the reason for a choice of this project. */
  sources: readonly string[];
  /** What the rule tolerates, such as faults, force and pending commands: one sentence each. */
  excuses: readonly string[];
  example: Example;
  judge(findings: Findings): Judge;
}>;

export type Verdict =
  | Readonly<{ verdict: "held" }>
  | Readonly<{ verdict: "broken"; event: number; at: number; sentence: string }>
  | Readonly<{ verdict: "undecided"; sentence: string }>;

export type Judgement = Readonly<{ checker: string; invariants: readonly string[] }> & Verdict;
