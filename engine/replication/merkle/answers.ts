import type { Store } from "../../ports/store.ts";
import { entryFilter } from "../filters/entry-filter.ts";
import type { OutboundMessage } from "../machine/effects.ts";
import type { Message } from "../protocol/message.ts";
import { childrenText } from "./children-text.ts";
import { shortened } from "./digest.ts";
import { frontCoded } from "./front-coding.ts";
import { leavesOf } from "./leaves.ts";
import { childrenOf } from "./nodes.ts";
import { isIncluded } from "./subtree.ts";
import type { MerkleTree } from "./tree.ts";

/** Number of characters after which no further value is added to a reply. */
const maxCharacters = 1024 * 1024;

export type TreeAnswer = Extract<OutboundMessage, { type: "diff" | "nodes" | "keys" | "values" }>;

type Ports = Readonly<{
  store: Store;
  tree: MerkleTree;
  pause: () => Promise<void>;
  maxFrameCharacters: () => number;
}>;

/**
 * Returns a reply with content of the tree as it is now. For filtered subtrees and keys, it has no
 * digests and no values.
 */
export async function treeAnswer(outbound: TreeAnswer, ports: Ports): Promise<Message> {
  const { filtered } = outbound;
  const { store, tree, pause } = ports;
  switch (outbound.type) {
    case "diff": {
      const { history, index, common } = outbound;
      const subtrees = tree.subtrees(filtered).map(([subtree, digest]) => [subtree, shortened(digest)] as const);
      return { type: "diff", history, index, common, filtered, subtrees };
    }
    case "nodes": {
      const nodes: string[] = [];
      for (const [subtree, prefix] of outbound.nodes) {
        const isSent = isIncluded(subtree, filtered);
        nodes.push(isSent ? childrenText(prefix, await childrenOf([subtree, prefix], store, pause)) : "");
      }
      return { type: "nodes", nodes };
    }
    case "keys": {
      const { subtree, buckets, after } = outbound;
      if (!isIncluded(subtree, filtered)) return { type: "keys", through: null, items: [] };
      const { through, items } = await leavesOf({ subtree, buckets, after }, ports);
      const keys = frontCoded(items.map(([key]) => key));
      return { type: "keys", through, items: keys.map(([kept, rest], at) => [kept, rest, items[at]?.[1] ?? ""]) };
    }
    case "values":
      return { type: "values", items: await valuesOf(outbound, ports), last: outbound.last };
  }
}

async function valuesOf(
  { keys, filtered }: Extract<TreeAnswer, { type: "values" }>,
  { store, maxFrameCharacters }: Pick<Ports, "store" | "maxFrameCharacters">,
): Promise<readonly (readonly [key: string, value: string | null])[]> {
  const held = entryFilter(filtered);
  const bound = Math.min(maxCharacters, maxFrameCharacters());
  const items: (readonly [string, string | null])[] = [];
  let characters = 0;
  for (const key of keys) {
    if (characters >= bound) break;
    const value = held(key) === undefined ? ((await store.read(key)) ?? null) : null;
    items.push([key, value]);
    characters += key.length + (value?.length ?? 0);
  }
  return items;
}
