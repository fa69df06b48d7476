import type { Probed } from "#harness/targets/probe.ts";
import type { Target } from "#harness/targets/target.ts";

/** A target: the entries of its file, and the properties that its servers report. */
export type JudgedTarget = Probed &
  Pick<Target, "name" | "reset" | "filterKey" | "lacks" | "timeScale" | "expectedFailures"> &
  Readonly<{
    /** Prefix of names that scenarios create on clusters that are not reset between scenarios. */
    prefix: string;
  }>;

/** The circumstances of a run, for readers of its report. */
export type Setting = Readonly<{
  stage: "live" | "simulated" | "remote";
  /** The seed of all randomness on a simulated stage; null on a live one. */
  seed: number | null;
  /** Description of the database server, such as "embedded PostgreSQL 18". */
  database: string;
  /** Description of the cloud, such as "LocalStack 4.14 in a container". */
  cloud: string;
  /** Release of Understudy. */
  version: string;
  workers: number;
  /** Requested files and folders, and tag expression; empty if everything was requested. */
  features: readonly string[];
  tags: string;
  /** Options of `rehearse` that run a scenario on the same stage again. */
  replay: readonly string[];
  /** The target, on a remote stage. */
  target?: JudgedTarget | undefined;
}>;
