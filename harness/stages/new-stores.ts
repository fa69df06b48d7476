import type { OpenedStore } from "#cluster/stores/opened-store.ts";

type Open = (cluster: string) => Promise<OpenedStore>;

/** Opens stores by `open` and remembers which of them held nothing, so that what a cluster stored earlier is not taken for new and wiped. */
export function noticingNewStores(open: Open): Readonly<{ open: Open; isNew: (cluster: string) => boolean }> {
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
