import type { Probed } from "#harness/targets/probe.ts";
import type { Target } from "#harness/targets/target.ts";

/** Servers that are not ours: what their file says of them, and what they tell themselves. */
export type JudgedTarget = Probed &
  Pick<Target, "name" | "reset" | "filterKey" | "lacks" | "timeScale" | "expectedFailures"> &
  Readonly<{
    /** What the names of all that scenarios made on servers that are used as they are began with. */
    prefix: string;
  }>;

/** Under which circumstances a rehearsal was played, for people who read its report. */
export type Setting = Readonly<{
  stage: "live" | "simulated" | "remote";
  /** The seed all chance of a simulated stage comes from; null on a live one. */
  seed: number | null;
  /** How the database server came to be, such as "embedded PostgreSQL 18". */
  database: string;
  /** How the cloud came to be, such as "LocalStack 4.14 in a container". */
  cloud: string;
  /** Release of Understudy. */
  version: string;
  workers: number;
  /** What was asked for: files, folders, and a tag expression; empty when all was. */
  features: readonly string[];
  tags: string;
  /** Options of `rehearse` that play a scenario on the same stage again. */
  replay: readonly string[];
  /** The servers that were judged, where they are not ours. */
  target?: JudgedTarget | undefined;
}>;
