import type { Probed } from "#harness/targets/probe.ts";
import type { Target } from "#harness/targets/target.ts";

/** A target: some fields of its file, and the properties that its servers report. */
export type JudgedTarget = Probed &
  Pick<Target, "name" | "reset" | "filterKey" | "lacks" | "timeScale" | "expectedFailures" | "expectations"> &
  Readonly<{
    /** Prefix of the names of objects that scenarios create, if clusters are not reset before each scenario. */
    prefix: string;
  }>;

export type Setting = Readonly<{
  stage: "live" | "simulated" | "remote";
  /** Seed of all random numbers on a simulated stage; null on other stages. */
  seed: number | null;
  database: string;
  cloud: string;
  version: string;
  workers: number;
  /** Files and folders given by the user; empty if the user gave none. */
  features: readonly string[];
  /** Tag expression given by the user; "" if the user gave none. */
  tags: string;
  /** Options of `rehearse` with which a scenario runs on the same stage again. */
  replay: readonly string[];
  target?: JudgedTarget | undefined;
}>;
