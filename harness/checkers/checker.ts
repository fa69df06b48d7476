import type { Event, EventOf, Heading } from "#harness/history/event.ts";
import type { Roles } from "./models/roles.ts";
import type { SecretLog } from "./models/secret-log.ts";
import type { Operation } from "./operation.ts";

/** Models that all judges of a history share; they are updated before a judge receives an event. */
export type Models = Readonly<{ roles: Roles; secrets: SecretLog }>;

/** Callbacks for a judge's findings. A rule without findings at the end of the history holds. */
export type Findings = Readonly<{
  heading: Heading;
  models: Models;
  /** Reports a broken rule; `sentence` explains it with names and times. The first one counts. */
  broken(event: Readonly<{ seq: number; at: number }>, sentence: string): void;
  /** Reports why the history has too little information. A broken rule takes precedence. */
  undecided(sentence: string): void;
  /** Formats a time for people, such as "12.4 s" since the history began. */
  time(event: Readonly<{ at: number }>): string;
}>;

/** Listeners of a judge, called in the order of the history. Other events are skipped. */
export type Judge = Readonly<{
  on?: Readonly<{ [Type in Event["type"]]?: (event: EventOf<Type>) => void }>;
  /** Called with every response and its request. */
  answered?: (operation: Operation) => void;
  /** Called at the end of the history. */
  end?: () => void;
}>;

/** A rule for every history. Checkers use only the history, not the service that produced it. */
export type Checker = Readonly<{
  /** The rule in a few words, such as "a set has one primary". Capsules store this text. */
  name: string;
  /** The rule's numbers in the list of invariants. */
  invariants: readonly string[];
  /** Creates a judge for one history, whose memory does not grow with the length of the history. */
  judge(findings: Findings): Judge;
}>;

/** The verdict of a checker on a history. */
export type Verdict =
  | Readonly<{ verdict: "held" }>
  | Readonly<{ verdict: "broken"; event: number; at: number; sentence: string }>
  | Readonly<{ verdict: "undecided"; sentence: string }>;

export type Judgement = Readonly<{ checker: string; invariants: readonly string[] }> & Verdict;
