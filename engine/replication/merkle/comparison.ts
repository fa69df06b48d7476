import type { Store } from "../../ports/store.ts";
import type { ComparisonMessage, Message, MessageOf } from "../protocol/message.ts";
import { bucketDigits } from "./bucket.ts";
import { childrenOfText } from "./children-text.ts";
import { frontDecoded } from "./front-coding.ts";
import { leavesOf } from "./leaves.ts";
import { childrenOf, type TreeNode } from "./nodes.ts";
import type { Subtree } from "./subtree.ts";
import type { MerkleTree } from "./tree.ts";

const nodesAtOnce = 64;

const keysAtOnce = 512;

/** Number of characters after which no further key is added to a request for values. */
const charactersAtOnce = 1024 * 1024;

/**
 * Maximum number of buckets of one subtree in a request. If more buckets differ, all keys of the subtree are compared.
 */
const maxBuckets = 4096;

/**
 * Progress of a comparison: `total` is the number of differing keys found so far, `done` the number of those that are
 * copied.
 */
export type SyncProgress = Readonly<{ stage: "merkle-diff" | "merkle-sync"; total: number; done: number }>;

type Ports = Readonly<{ store: Store; tree: MerkleTree; pause: () => Promise<void> }>;

/**
 * The secondary's side of a comparison: it descends from the roots of the subtrees to the differing
 * keys, and requests their values. It sends one request at a time. Both sides may change meanwhile:
 * the log has all changes since the comparison began.
 */
export class Comparison {
  readonly #ports: Ports;
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
      // A subtree that one side does not have needs no search for differences.
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

  #arrived({ items }: MessageOf<"values">): void {
    this.#keys = this.#keys.slice(items.length);
    this.#progress = { ...this.#progress, done: this.#progress.done + items.length };
  }
}

function firstOf(keys: readonly string[]): readonly string[] {
  let count = 0;
  for (let characters = 0; count < Math.min(keys.length, keysAtOnce) && characters < charactersAtOnce; count++)
    characters += keys[count]?.length ?? 0;
  return keys.slice(0, count);
}
