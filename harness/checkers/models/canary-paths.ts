import type { EventOf } from "#harness/history/event.ts";

/** The kind of a canary secret, and the paths and clusters from which it came. */
export type KnownCanary = Readonly<{ kind: string; paths: readonly string[]; clusters: readonly string[] }>;

export class CanaryPaths {
  readonly #known = new Map<string, KnownCanary>();

  take({ canary, kind, path, cluster }: EventOf<"canary">): void {
    const { paths = [], clusters = [] } = this.#known.get(canary) ?? {};
    this.#known.set(canary, {
      kind,
      paths: path === undefined ? paths : [...paths, path],
      clusters: cluster === undefined ? clusters : [...clusters, cluster],
    });
  }

  of(canary: string): KnownCanary | undefined {
    return this.#known.get(canary);
  }
}
