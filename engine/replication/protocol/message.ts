import { z } from "zod";
import { claim } from "./claim.ts";
import { entry, page, sharedKey } from "./entry.ts";
import { filtered } from "./filtered.ts";
import { history } from "./history.ts";

const index = z.int().nonnegative();

/** Milliseconds since 1970. */
const instant = z.number();

/** A bucket of a Merkle tree, or a prefix of its name. */
const bucketName = z.string().max(4);

/** The part of a digest that is sent. */
const digest = z.string().max(16);

/** Names and digests of the children of a Merkle tree node, concatenated: at most 256 children. */
const children = z.string().max(256 * 18);

/** Messages of a secondary. */
const fromSecondary = [
  /**
   * The first message: the state of the secondary's data. `copied` is the last key of an unfinished
   * copy that began at `index`, or null. `reach` is the last entry of which its data may show
   * something: during a copy it is later than the end of its log. `filtered` has the names of what
   * is filtered from it. `claim` is the latest claim that it knows.
   */
  z.object({
    type: z.literal("hello"),
    index,
    reach: index,
    history,
    copied: z.string().nullable(),
    /** True when a comparison of Merkle trees that began at `index` is unfinished. */
    comparing: z.boolean(),
    filtered: z.array(z.string()).readonly(),
    claim,
    /**
     * True when it holds the right to lead. A primary of the same era that receives this was
     * demoted, and has an older store.
     */
    holdsRight: z.boolean(),
    /** Characters of entries that may be sent to it before it acknowledges them. */
    credit: z.int().positive(),
  }),
  /**
   * All entries up to `index` are saved. Also the reply to a heartbeat, and then with the time of
   * the secondary's clock.
   */
  z.object({ type: z.literal("ack"), index, at: instant.optional() }),
  /** A page is saved; `through` is that of the page. */
  z.object({ type: z.literal("turned"), through: z.string().nullable() }),
  /**
   * Requests the children of these nodes of the primary's Merkle tree: of a subtree, the buckets
   * whose names have the prefix.
   */
  z.object({
    type: z.literal("compare"),
    nodes: z
      .array(z.tuple([z.string(), bucketName]).readonly())
      .max(64)
      .readonly(),
  }),
  /** Requests the keys after `after` in these buckets of a subtree; in all buckets for null. */
  z.object({
    type: z.literal("list"),
    subtree: z.string(),
    buckets: z.array(bucketName).max(4096).readonly().nullable(),
    after: z.string(),
  }),
  /** Requests the values of these keys. */
  z.object({ type: z.literal("fetch"), keys: z.array(sharedKey).max(512).readonly() }),
  /** All keys that differed are saved. */
  z.object({ type: z.literal("synced") }),
  /** Requests the right to lead, before a promotion. */
  z.object({ type: z.literal("request right") }),
] as const;

/** Messages of a primary to its secondaries, and of a demoted primary to its former secondaries. */
const fromPrimary = [
  /** Entries after `after` follow; the log ends at `last` at this time. */
  z.object({ type: z.literal("stream"), history, after: index, last: index, filtered }),
  /**
   * Pages after the key `after` follow, as of `index` or later; both logs were equal up to
   * `common`.
   */
  z.object({ type: z.literal("copy"), history, index, common: index, after: z.string(), filtered }),
  /**
   * Like `copy`, but only keys that differ follow. `subtrees` are the digests of the subtrees that
   * are not filtered.
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
   * Reply to `compare`: the non-empty children of each requested node, with their digests, in the
   * order of the request.
   */
  z.object({ type: z.literal("nodes"), nodes: z.array(children).max(64).readonly() }),
  /**
   * Reply to `list`: the requested keys up to `through`, in order, with their digests; null for the
   * last. A key is encoded as the length of the prefix that it shares with the key before it, and
   * its rest.
   */
  z.object({
    type: z.literal("keys"),
    through: z.string().nullable(),
    items: z.array(z.tuple([index, z.string(), digest]).readonly()).readonly(),
  }),
  /**
   * Reply to `fetch`: values of the first of the requested keys, as of `last`; null for a key that
   * does not exist.
   */
  z.object({
    type: z.literal("values"),
    items: z.array(z.tuple([sharedKey, z.string().nullable()]).readonly()).readonly(),
    last: index,
  }),
  /** Reply to `synced`: streaming continues from the index at which the comparison began. */
  z.object({ type: z.literal("compared") }),
  /** The filter from now on. Nothing was ever sent of the names that are new in it. */
  z.object({ type: z.literal("filtered"), filtered }),
  z.object({ type: z.literal("entries"), entries: z.array(entry).readonly() }),
  /** Part of a copy, as of `last`. */
  z.object({ type: z.literal("page"), page, last: index }),
  /**
   * The index of the last entry, the time of the primary's clock, and the milliseconds until the
   * last heartbeat was answered.
   */
  z.object({
    type: z.literal("heartbeat"),
    last: index,
    at: instant.optional(),
    took: z.number().nonnegative().optional(),
  }),
  /** Grants the right to lead: the primary is demoted, and `index` was its last entry. */
  z.object({ type: z.literal("grant right"), index }),
  /** Denies the right to lead, with the reason. */
  z.object({ type: z.literal("deny right"), code: z.enum(["refused", "unavailable"]), reason: z.string() }),
] as const;

/** Messages of both. */
const fromEither = [
  /** The latest claim that the sender knows. It fences a primary with an earlier claim. */
  z.object({ type: z.literal("claim"), claim }),
] as const;

/**
 * Version of the protocol. Both ends must have the same. It is increased when a message or a frame
 * is added, changed or removed (`protocol/frame.test.ts`).
 */
export const protocolVersion = 12;

/**
 * A message between the state machines of two clusters. The receiver parses it with this schema.
 */
export const message = z.discriminatedUnion("type", [...fromSecondary, ...fromPrimary, ...fromEither]).readonly();
export type Message = z.infer<typeof message>;

/** Selects a message by its type. */
export type MessageOf<Type extends Message["type"]> = Extract<Message, { type: Type }>;

/** A message of the primary in a comparison of Merkle trees. */
export type ComparisonMessage = MessageOf<"diff" | "nodes" | "keys" | "values">;
