import type { Event, EventOf, Heading } from "#harness/history/event.ts";
import type { Roles } from "./models/roles.ts";
import type { SecretLog } from "./models/secret-log.ts";
import type { Operation } from "./operation.ts";

/** What all judges of a history have in common; it is up to date when they are told of an event. */
export type Models = Readonly<{ roles: Roles; secrets: SecretLog }>;

/** What a judge can find while a history goes on. Without a word at its end, all held. */
export type Findings = Readonly<{
  heading: Heading;
  models: Models;
  /** The rule is broken, as this event shows; the sentence tells people how, with names and times. The first one counts. */
  broken(event: Readonly<{ seq: number; at: number }>, sentence: string): void;
  /** The history does not say enough to tell; why, for people. A rule that is broken as well is broken. */
  undecided(sentence: string): void;
  /** A moment for people, such as "12.4 s" since the history began. */
  time(event: Readonly<{ at: number }>): string;
}>;

/** What a judge looks at. Everything in it is called in the order of the history; what is left out is not looked at. */
export type Judge = Readonly<{
  on?: Readonly<{ [Type in Event["type"]]?: (event: EventOf<Type>) => void }>;
  /** Called with every answer, and what was asked. */
  answered?: (operation: Operation) => void;
  /** The history is over. */
  end?: () => void;
}>;

/** A rule that every history has to keep. A checker knows histories and nothing of the service that wrote one. */
export type Checker = Readonly<{
  /** The rule in a few words, such as "a planned failover loses nothing". */
  name: string;
  /** Its numbers in the list of invariants. */
  invariants: readonly string[];
  /** A judge for one history; it keeps no more than grows with what it judges. */
  judge(findings: Findings): Judge;
}>;

/** What a checker says of a history. */
export type Verdict =
  | Readonly<{ verdict: "held" }>
  | Readonly<{ verdict: "broken"; event: number; at: number; sentence: string }>
  | Readonly<{ verdict: "undecided"; sentence: string }>;

export type Judgement = Readonly<{ checker: string; invariants: readonly string[] }> & Verdict;
