import type { Spread } from "./spread.ts";

export type Unit = "ms" | "s" | "MB" | "/s" | "connections";

/** What a figure has to reach: a value, or a share of what ran beside it (0.6 is 60 %). */
export type Goal =
  | Readonly<{ atMost: number }>
  | Readonly<{ atLeast: number }>
  | Readonly<{ minRatio: number }>
  | Readonly<{ maxRatio: number }>;

/** What a figure is compared with. */
export type Beside = Readonly<{
  what: string;
  /** One sample where it was measured once and elsewhere; else one for each sample of the figure, in the same order. */
  measured: Spread;
}>;

/** One line of the table. Without a goal it is there to explain the others. */
export type Figure = Readonly<{ what: string; unit: Unit; measured: Spread; beside?: Beside; goal?: Goal }>;

/** Something that is measured, several times over, in this process and its children. */
export type Benchmark = Readonly<{
  name: string;
  /** What it measures, for who chooses. */
  about?: string;
  /** About how long it takes on two idle cores. Left out, it was not measured. */
  minutes?: number;
  /**
   * Rejects when it could not run. `tell` is told what is going on, `known` a figure as soon as it is known; the figures that are
   * returned are those that are known only at the end.
   */
  run(tell: (line: string) => void, known: (figure: Figure) => void): Promise<readonly Figure[]>;
}>;
