import { rmSync } from "node:fs";
import { packageVersion } from "#harness/cli/package-root.ts";
import { type Event, eventTypes, type Heading, historyVersion } from "#harness/history/event.ts";
import { LineFile } from "#harness/history/line-file.ts";
import { partOf } from "#harness/history/run-parts.ts";
import { TraceView } from "#harness/history/trace-view.ts";

/** Where the files of a run's plays are put, and what the play is. */
export type PlayFilesOptions = Readonly<{
  /** Such as `features/failover/planned.feature:11`. */
  place: string;
  stage: string;
  clusters: readonly string[];
  /** What the stage does not see. Default: it sees all. */
  unseen?: readonly string[];
  /** Folder for histories. */
  histories: string;
  /** Folder for traces, seed and the time when it all begins, where a play has them. */
  trace?: Readonly<{ folder: string; seed: number; runSeed: number; began: number }>;
}>;

/** The files that one play is streamed to: its history, and the trace of it where that is the same for the same seed. */
export class PlayFiles implements Disposable {
  readonly heading: Heading;
  readonly #parts = new DisposableStack();
  readonly #paths: readonly string[];
  readonly #history: LineFile;
  readonly #trace: Readonly<{ file: LineFile; view: TraceView }> | undefined;

  constructor({ place, stage, clusters, histories, trace, unseen = [] }: PlayFilesOptions) {
    const path = partOf(place, histories);
    this.#history = this.#parts.use(new LineFile(path));
    this.heading = {
      history: historyVersion,
      by: `understudy ${packageVersion()}`,
      stage,
      play: place,
      ...(trace ? { seed: trace.seed } : {}),
      clusters,
      sees: eventTypes.filter((type) => !unseen.includes(type)),
    };
    this.#history.add(JSON.stringify(this.heading));
    this.#paths = [path];
    if (!trace) return;
    const tracePath = partOf(place, trace.folder);
    this.#paths = [path, tracePath];
    this.#trace = { file: this.#parts.use(new LineFile(tracePath)), view: new TraceView(trace.began) };
    this.#trace.file.add(JSON.stringify({ scenario: place, seed: trace.runSeed }));
  }

  /** To be told of every event. */
  readonly take = (event: Event): void => {
    this.#history.add(JSON.stringify(event));
    const line = this.#trace?.view.line(event);
    if (line !== undefined) this.#trace?.file.add(line);
  };

  /** Takes the files away: there was no play. */
  abandon(): void {
    this.#parts.dispose();
    for (const path of this.#paths) rmSync(path, { force: true });
  }

  /** Throws why a file is not whole, such as on a full disk. */
  [Symbol.dispose](): void {
    this.#parts.dispose();
  }
}
