import type { EventOf } from "#harness/history/event.ts";

/** The total time by which the clock of each cluster was set back. */
export class SetBack {
  readonly #milliseconds = new Map<string, number>();

  fault({ kind, parties, about }: EventOf<"fault">): void {
    const step = Number(about?.milliseconds ?? 0);
    if (kind !== "skew" || !(step < 0)) return;
    for (const cluster of parties) this.#milliseconds.set(cluster, this.of(cluster) - step);
  }

  /** Returns how far the cluster's clock was set back in total, in milliseconds. Forward steps are ignored. */
  of(cluster: string): number {
    return this.#milliseconds.get(cluster) ?? 0;
  }

  /** The largest total by which the clock of any cluster was set back, in milliseconds. */
  get most(): number {
    return Math.max(0, ...this.#milliseconds.values());
  }
}
