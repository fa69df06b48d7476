import type { Spread } from "./spread.ts";

export type Unit = "ms" | "s" | "MB" | "/s" | "connections";

/** Goal of a figure: a bound for its value, or for its ratio to the figure beside it (0.6 is 60 %). */
export type Goal =
  | Readonly<{ atMost: number }>
  | Readonly<{ atLeast: number }>
  | Readonly<{ minRatio: number }>
  | Readonly<{ maxRatio: number }>;

export type Beside = Readonly<{
  what: string;
  /** Either a single sample from another source, or one sample for each sample of the figure, in the same order. */
  measured: Spread;
}>;

/** A measured value: a row of the table. A figure without a goal only explains other figures. */
export type Figure = Readonly<{ what: string; unit: Unit; measured: Spread; beside?: Beside; goal?: Goal }>;

export type Benchmark = Readonly<{
  name: string;
  about?: string;
  /** Approximate duration in minutes on two idle cores. Undefined if unknown. */
  minutes?: number;
  /**
   * Runs the benchmark. Calls `print` with progress messages, and may call `known` with figures before the end. Returns
   * the other figures. Rejects if the benchmark failed.
   */
  run(print: (line: string) => void, known: (figure: Figure) => void): Promise<readonly Figure[]>;
}>;
