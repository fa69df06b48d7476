import type { EventOf } from "#harness/history/event.ts";

/** What is known of a secret: what it is, and every path where it came up. */
export type KnownCanary = Readonly<{ kind: string; paths: readonly string[]; clusters: readonly string[] }>;

/** Every secret of a history by its name. */
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
