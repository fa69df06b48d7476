/** What happened, without what was said: names, kinds, sizes and digests, so that a trace holds no secret. */
export type TraceFacts = Readonly<Record<string, string | number | boolean | null>>;

/** Collects what happens in one simulation, one line of JSON an event. */
export class Trace {
  readonly #lines: string[] = [];
  readonly #elapsed: () => number;

  constructor(elapsed: () => number) {
    this.#elapsed = elapsed;
  }

  note(event: string, facts: TraceFacts): void {
    this.#lines.push(JSON.stringify({ at: Number(this.#elapsed().toFixed(3)), event, ...facts }));
  }

  /** The facts of all events of this name, with the time of each as `at`. */
  noted(event: string): readonly TraceFacts[] {
    const ofThatName = `,"event":${JSON.stringify(event)}`;
    return this.#lines
      .filter((line) => line.includes(ofThatName))
      .map((line) => {
        const { event: _, ...facts } = JSON.parse(line);
        return facts;
      });
  }

  /** The whole trace as text, each event a line. */
  text(): string {
    return this.#lines.map((line) => `${line}\n`).join("");
  }
}
