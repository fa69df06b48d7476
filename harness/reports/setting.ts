import type { Probed } from "#harness/targets/probe.ts";
import type { Target } from "#harness/targets/target.ts";

/** Some fields of a target's file, and the properties that its servers report. */
export type JudgedTarget = Probed &
  Pick<Target, "name" | "reset" | "filterKey" | "lacks" | "timeScale" | "expectedFailures" | "expectations"> &
  Readonly<{
    /** Prefix of the names of objects that scenarios create, if the clusters are not reset before each scenario. */
    prefix: string;
    /** Release of the documents to which requirements with `since` or `until` are compared. */
    documents: string;
  }>;

export type Setting = Readonly<{
  stage: "live" | "simulated" | "remote";
  /** Seed of a simulated stage, or null on other stages. */
  seed: number | null;
  database: string;
  cloud: string;
  version: string;
  workers: number;
  /** Files and folders given by the user, if any. */
  features: readonly string[];
  /** Tag expression given by the user, or "". */
  tags: string;
  /** Profiles given by the user. Default: all. */
  profiles?: readonly string[] | undefined;
  /** True if only the scenarios with the tag `@smoke` run. */
  smoke?: boolean | undefined;
  /** Options of `rehearse` with which a scenario runs on the same stage again. */
  replay: readonly string[];
  target?: JudgedTarget | undefined;
}>;

/** Returns the options of `rehearse` that select scenarios by profile and for a first result. */
export function selectionOptions({
  profiles = [],
  smoke = false,
}: Pick<Setting, "profiles" | "smoke">): readonly string[] {
  return [...(profiles.length > 0 ? [`--profile ${profiles.join()}`] : []), ...(smoke ? ["--smoke"] : [])];
}
