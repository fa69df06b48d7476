import type { Coverage } from "./switch.ts";

/** Scenarios to play, and the mutant to activate. A task has this as JSON in its only word. */
export type Round = Readonly<{
  /** Paths of features, with the lines of the scenarios to play; without lines for all scenarios. */
  paths: readonly string[];
  seed: number;
  mutant?: string;
}>;

export type RoundResult = Readonly<{
  /** Place of each scenario that was played, as `file:line`; its duration; and its tags if it failed. */
  played: readonly Readonly<{ place: string; milliseconds: number; failed?: readonly string[] }>[];
  coverage?: Coverage;
}>;

/**
 * Environment variable with the path of a folder. It has the file `sources.json`, with the JavaScript of each
 * instrumented file by path, and a folder for each process.
 */
export const folderVariable = "UNDERSTUDY_INSTRUMENTED";
