import type { EventOf } from "#harness/history/event.ts";

/** By cluster, the time by which its clock was set back. Its due work is delayed as much. */
export class SetBack {
  readonly #milliseconds = new Map<string, number>();

  fault({ kind, parties, about }: EventOf<"fault">): void {
    const step = Number(about?.milliseconds ?? 0);
    if (kind !== "skew" || !(step < 0)) return;
    for (const cluster of parties) this.#milliseconds.set(cluster, this.of(cluster) - step);
  }

  /** Returns a cluster's clock delay in milliseconds, ignoring later steps forward. */
  of(cluster: string): number {
    return this.#milliseconds.get(cluster) ?? 0;
  }

  /** The largest clock delay of any cluster, in milliseconds. */
  get most(): number {
    return Math.max(0, ...this.#milliseconds.values());
  }
}
