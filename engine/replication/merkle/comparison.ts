import type { Store } from "../../ports/store.ts";
import type { ComparisonMessage, Message, MessageOf } from "../protocol/message.ts";
import { bucketDigits } from "./bucket.ts";
import { childrenOfText } from "./children-text.ts";
import { frontDecoded } from "./front-coding.ts";
import { leavesOf } from "./leaves.ts";
import { childrenOf, type TreeNode } from "./nodes.ts";
import type { Subtree } from "./subtree.ts";
import type { MerkleTree } from "./tree.ts";

/** Nodes that one message asks for: their children's digests are half a frame. */
const nodesAtOnce = 64;

/** Keys whose values one message asks for, and characters after which it asks for no more, as keys may be long. */
const keysAtOnce = 512;
const charactersAtOnce = 1024 * 1024;

/** Buckets of one subtree that are named; where more differ, all its keys are compared. */
const maxBuckets = 4096;

/** How far a comparison is: `total` keys were found to differ so far, and `done` of them are here. */
export type SyncProgress = Readonly<{ stage: "merkle-diff" | "merkle-sync"; total: number; done: number }>;

type Ports = Readonly<{ store: Store; tree: MerkleTree; pause: () => Promise<void> }>;

/**
 * A secondary's side of a merkle-diff and merkle-sync: from the roots of the subtrees down to the keys that differ, whose values it asks for. It
 * asks for one thing at a time. Both sides may change meanwhile: the log tells afterwards of whatever came after its beginning.
 */
export class Comparison {
  readonly #ports: Ports;
  /** Nodes that differ and whose children are yet to be compared, and the buckets that do, by subtree. */
  #nodes: TreeNode[] = [];
  readonly #buckets = new Map<Subtree, Set<string>>();
  #listed: Readonly<{ subtree: Subtree; buckets: readonly string[] | null; after: string }> | undefined;
  #keys: string[] = [];
  #progress: SyncProgress = { stage: "merkle-diff", total: 0, done: 0 };

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  get progress(): SyncProgress {
    return this.#progress;
  }

  /** What is to be said to the primary next, after it said `message`. */
  async next(message: ComparisonMessage): Promise<Message> {
    switch (message.type) {
      case "diff":
        await this.#ports.tree.completed();
        this.#begin(message);
        break;
      case "nodes":
        await this.#compareNodes(message);
        break;
      case "keys":
        await this.#compareKeys(message);
        break;
      case "values":
        this.#arrived(message);
    }
    return this.#nextRequest();
  }

  /** Keys first, so that no more of them wait than one answer tells of. */
  #nextRequest(): Message {
    if (this.#keys.length > 0) {
      this.#progress = { ...this.#progress, stage: "merkle-sync" };
      return { type: "fetch", keys: firstOf(this.#keys) };
    }
    if (this.#nodes.length > 0) return { type: "compare", nodes: this.#nodes.slice(0, nodesAtOnce) };
    this.#listed ??= this.#nextSubtree();
    return this.#listed ? { type: "list", ...this.#listed } : { type: "synced" };
  }

  #begin({ subtrees }: MessageOf<"diff">): void {
    const theirs = new Map(subtrees);
    const own = this.#ports.tree.subtrees([]).map(([subtree]) => subtree);
    for (const subtree of new Set([...theirs.keys(), ...own])) {
      if ((theirs.get(subtree) ?? "") === this.#ports.tree.shortDigest(subtree)) continue;
      // What one side lacks altogether needs no looking for where it differs.
      if (theirs.has(subtree) && own.includes(subtree)) this.#nodes.push([subtree, ""]);
      else this.#buckets.set(subtree, new Set());
    }
  }

  async #compareNodes({ nodes }: MessageOf<"nodes">): Promise<void> {
    const { store, pause } = this.#ports;
    const asked = this.#nodes.slice(0, nodesAtOnce);
    if (nodes.length !== asked.length) throw new Error("other nodes came than were asked for");
    this.#nodes = this.#nodes.slice(asked.length);
    for (const [at, [subtree, prefix]] of asked.entries()) {
      const theirs = childrenOfText(prefix, nodes[at] ?? "");
      const own = await childrenOf([subtree, prefix], store, pause);
      for (const child of new Set([...theirs.keys(), ...own.keys()])) {
        if (theirs.get(child) === own.get(child)) continue;
        if (child.length < bucketDigits) this.#nodes.push([subtree, child]);
        else this.#bucketsOf(subtree).add(child);
      }
    }
  }

  #bucketsOf(subtree: Subtree): Set<string> {
    const known = this.#buckets.get(subtree) ?? new Set();
    this.#buckets.set(subtree, known);
    return known;
  }

  #nextSubtree() {
    const [first] = this.#buckets;
    if (!first) return undefined;
    const [subtree, buckets] = first;
    this.#buckets.delete(subtree);
    const all = buckets.size === 0 || buckets.size > maxBuckets;
    return { subtree, buckets: all ? null : [...buckets].sort(), after: "" };
  }

  /** Compares the keys up to the last that was told of. Values are read on both sides, and none is sent. */
  async #compareKeys({ items, through }: MessageOf<"keys">): Promise<void> {
    const wanted = this.#listed;
    if (!wanted) return;
    const keys = frontDecoded(items.map(([kept, rest]) => [kept, rest]));
    const theirs = new Map(keys.map((key, at) => [key, items[at]?.[2]]));
    const own = new Map((await leavesOf(wanted, { ...this.#ports, until: through })).items);
    const differing = [...new Set([...theirs.keys(), ...own.keys()])].filter((key) => theirs.get(key) !== own.get(key));
    this.#keys.push(...differing);
    this.#progress = { ...this.#progress, total: this.#progress.total + differing.length };
    this.#listed = through === null ? undefined : { ...wanted, after: through };
  }

  /** As many of the first keys that were asked for as one answer has room for. */
  #arrived({ items }: MessageOf<"values">): void {
    this.#keys = this.#keys.slice(items.length);
    this.#progress = { ...this.#progress, done: this.#progress.done + items.length };
  }
}

/** As many of the first of `keys` as one message asks for. */
function firstOf(keys: readonly string[]): readonly string[] {
  let count = 0;
  for (let characters = 0; count < Math.min(keys.length, keysAtOnce) && characters < charactersAtOnce; count++)
    characters += keys[count]?.length ?? 0;
  return keys.slice(0, count);
}
