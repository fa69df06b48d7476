import { z } from "zod";
import { claim } from "./claim.ts";
import { entry, page, sharedKey } from "./entry.ts";
import { filtered } from "./filtered.ts";
import { history } from "./history.ts";

const index = z.int().nonnegative();

/** Milliseconds since 1970. */
const instant = z.number();

const bucketName = z.string().max(4);

const digest = z.string().max(16);

/** Names and digests of the children of a Merkle tree node, concatenated; at most 256 children. */
const children = z.string().max(256 * 18);

const fromSecondary = [
  /**
   * The first message of a secondary on a connection: the state of its data. `copied` is the last key of an unfinished
   * copy that began at `index`, or null. `reach` is the latest entry whose changes its data may contain: after a copy
   * or comparison that may be later than the end of its log. `filtered` has the names of the mounts and namespaces that
   * are filtered from it. `claim` is the latest claim that it knows.
   */
  z.object({
    type: z.literal("hello"),
    index,
    reach: index,
    history,
    copied: z.string().nullable(),
    /** True when Merkle trees have to be compared: a comparison is unfinished, or an operator requested it. */
    comparing: z.boolean(),
    filtered: z.array(z.string()).readonly(),
    claim,
    /**
     * True when the secondary holds the right to lead. A primary that receives this from a secondary in its own era was
     * demoted in that era, and was started over an older store.
     */
    holdsRight: z.boolean(),
    /** Number of characters of unacknowledged entries from which on the primary sends no further entries. */
    credit: z.int().positive(),
  }),
  /**
   * All entries up to `index` are saved. Also sent as the reply to a heartbeat; then `at` is the time of the
   * secondary's clock.
   */
  z.object({ type: z.literal("ack"), index, at: instant.optional() }),
  /** The page up to the key `through` is saved; null for the last page. */
  z.object({ type: z.literal("turned"), through: z.string().nullable() }),
  /** Requests the children of nodes of the primary's Merkle tree. A node is a subtree and a prefix of bucket names. */
  z.object({
    type: z.literal("compare"),
    nodes: z
      .array(z.tuple([z.string(), bucketName]).readonly())
      .max(64)
      .readonly(),
  }),
  /** Requests the keys of a subtree that sort after `after` and are in one of `buckets`; null selects all buckets. */
  z.object({
    type: z.literal("list"),
    subtree: z.string(),
    buckets: z.array(bucketName).max(4096).readonly().nullable(),
    after: z.string(),
  }),
  z.object({ type: z.literal("fetch"), keys: z.array(sharedKey).max(512).readonly() }),
  z.object({ type: z.literal("synced") }),
  z.object({ type: z.literal("request right") }),
] as const;

/** Messages of a primary to its secondaries, and of a demoted primary to its former secondaries. */
const fromPrimary = [
  /** Entries after `after` follow; the log currently ends at `last`. */
  z.object({ type: z.literal("stream"), history, after: index, last: index, filtered }),
  /**
   * Pages after the key `after` follow, with data as of entry `index` or later; both logs were equal up to `common`.
   */
  z.object({ type: z.literal("copy"), history, index, common: index, after: z.string(), filtered }),
  /**
   * Begins a comparison; `index` and `common` are as in `copy`. `subtrees` are the digests of the unfiltered subtrees.
   */
  z.object({
    type: z.literal("diff"),
    history,
    index,
    common: index,
    filtered,
    subtrees: z.array(z.tuple([z.string(), digest]).readonly()).readonly(),
  }),
  /**
   * Reply to `compare`: the non-empty children of each requested node, with their digests, in the order of the request.
   */
  z.object({ type: z.literal("nodes"), nodes: z.array(children).max(64).readonly() }),
  /**
   * Reply to `list`: the requested keys up to `through` (null if none follow), in order, with their digests. A key is
   * encoded as the length of the prefix that it shares with the preceding key, and the rest of the key.
   */
  z.object({
    type: z.literal("keys"),
    through: z.string().nullable(),
    items: z.array(z.tuple([index, z.string(), digest]).readonly()).readonly(),
  }),
  /**
   * Reply to `fetch`: the values of the first requested keys; null for a key that does not exist or is filtered. The
   * values may include changes of entries up to `last`.
   */
  z.object({
    type: z.literal("values"),
    items: z.array(z.tuple([sharedKey, z.string().nullable()]).readonly()).readonly(),
    last: index,
  }),
  /** Reply to `synced`: streaming continues from the index at which the comparison began. */
  z.object({ type: z.literal("compared") }),
  /** The secondary's filter from now on. */
  z.object({ type: z.literal("filtered"), filtered }),
  z.object({ type: z.literal("entries"), entries: z.array(entry).readonly() }),
  /** A page of a copy. Its values may include changes of entries up to `last`. */
  z.object({ type: z.literal("page"), page, last: index }),
  /**
   * The index of the last entry, the time of the primary's clock, and the round-trip time of the previous heartbeat in
   * milliseconds.
   */
  z.object({
    type: z.literal("heartbeat"),
    last: index,
    at: instant.optional(),
    took: z.number().nonnegative().optional(),
  }),
  /** Grants the right to lead. The sender is a demoted primary, whose last entry was `index`. */
  z.object({ type: z.literal("grant right"), index }),
  z.object({ type: z.literal("deny right"), code: z.enum(["refused", "unavailable"]), reason: z.string() }),
] as const;

const fromEither = [
  /** The latest claim that the sender knows. A primary that receives a later claim than its own is fenced. */
  z.object({ type: z.literal("claim"), claim }),
] as const;

/**
 * Version of the protocol. Both ends must have the same. It is increased when a message or a frame is added, changed or
 * removed (`protocol/frame.test.ts`).
 */
export const protocolVersion = 12;

export const message = z.discriminatedUnion("type", [...fromSecondary, ...fromPrimary, ...fromEither]).readonly();
export type Message = z.infer<typeof message>;

export type MessageOf<Type extends Message["type"]> = Extract<Message, { type: Type }>;

export type ComparisonMessage = MessageOf<"diff" | "nodes" | "keys" | "values">;
