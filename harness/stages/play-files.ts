import { rmSync } from "node:fs";
import { type Event, eventTypes, type Heading, historyVersion } from "#harness/history/event.ts";
import { LineFile } from "#harness/history/line-file.ts";
import { partOf } from "#harness/history/run-parts.ts";
import { TraceView } from "#harness/history/trace-view.ts";
import { packageVersion } from "#harness/program/package-root.ts";

export type PlayFilesOptions = Readonly<{
  /** Location of the scenario, such as `features/failover/planned.feature:11`. */
  place: string;
  stage: string;
  clusters: readonly string[];
  unseen?: readonly string[];
  histories: string;
  /** Folder of the trace, seeds of scenario and run, and start in milliseconds since 1970. Simulated runs only. */
  trace?: Readonly<{ folder: string; seed: number; runSeed: number; began: number }>;
}>;

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

  readonly take = (event: Event): void => {
    this.#history.add(JSON.stringify(event));
    const line = this.#trace?.view.line(event);
    if (line !== undefined) this.#trace?.file.add(line);
  };

  abandon(): void {
    this.#parts.dispose();
    for (const path of this.#paths) rmSync(path, { force: true });
  }

  /** Closes the files. Throws the reason if one is incomplete, for example because the disk is full. */
  [Symbol.dispose](): void {
    this.#parts.dispose();
  }
}
