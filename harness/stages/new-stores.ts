import type { OpenedStore } from "#cluster/stores/opened-store.ts";

type Open = (cluster: string) => Promise<OpenedStore>;

export function trackNewStores(open: Open): Readonly<{ open: Open; isNew: (cluster: string) => boolean }> {
  const empty = new Set<string>();
  return {
    async open(cluster) {
      await using rollback = new AsyncDisposableStack();
      const store = rollback.use(await open(cluster));
      const held = await store.range({ prefix: "", limit: 1, keysOnly: true });
      if (held.length === 0) empty.add(cluster);
      rollback.move();
      return store;
    },
    isNew: (cluster) => empty.has(cluster),
  };
}
