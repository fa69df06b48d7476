import type { Spread } from "./spread.ts";

export type Unit = "ms" | "s" | "MB" | "/s" | "connections";

/** Goal of a figure: a value, or a ratio to the figure beside it (0.6 is 60 %). */
export type Goal =
  | Readonly<{ atMost: number }>
  | Readonly<{ atLeast: number }>
  | Readonly<{ minRatio: number }>
  | Readonly<{ maxRatio: number }>;

/** Measurement with which a figure is compared. */
export type Beside = Readonly<{
  what: string;
  /** One sample from elsewhere, or one for each sample of the figure, in the same order. */
  measured: Spread;
}>;

/** A row of the table. A figure without a goal explains others. */
export type Figure = Readonly<{ what: string; unit: Unit; measured: Spread; beside?: Beside; goal?: Goal }>;

/** A repeated measurement in this process and its children. */
export type Benchmark = Readonly<{
  name: string;
  /** Short description, for the list of benchmarks. */
  about?: string;
  /** Approximate duration on two idle cores. Undefined if it was not measured. */
  minutes?: number;
  /**
   * Runs the benchmark. Calls `print` with progress messages and `known` with each figure as soon as
   * it is measured, and returns the figures measured at the end. Rejects if the benchmark failed.
   */
  run(print: (line: string) => void, known: (figure: Figure) => void): Promise<readonly Figure[]>;
}>;
