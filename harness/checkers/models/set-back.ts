import type { EventOf } from "#harness/history/event.ts";

/** How far the clocks of clusters were set back: so much later comes, for a cluster, what is due at a time of its own clock. */
export class SetBack {
  readonly #milliseconds = new Map<string, number>();

  fault({ kind, parties, about }: EventOf<"fault">): void {
    const step = Number(about?.milliseconds ?? 0);
    if (kind !== "skew" || !(step < 0)) return;
    for (const cluster of parties) this.#milliseconds.set(cluster, this.of(cluster) - step);
  }

  /** In milliseconds; where it was set forward as well, this is more than it still lacks. */
  of(cluster: string): number {
    return this.#milliseconds.get(cluster) ?? 0;
  }

  /** Of the cluster whose clock was set back furthest. */
  get most(): number {
    return Math.max(0, ...this.#milliseconds.values());
  }
}
