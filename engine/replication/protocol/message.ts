import { z } from "zod";
import { claim } from "./claim.ts";
import { entry, page, sharedKey } from "./entry.ts";
import { filtered } from "./filtered.ts";
import { history } from "./history.ts";

const index = z.int().nonnegative();

/** Milliseconds since 1970. */
const instant = z.number();

/** A bucket of a Merkle tree, or the beginning of its name. */
const bucketName = z.string().max(4);

/** Of a digest as much as is sent. */
const digest = z.string().max(16);

/** Names and digests of the children of a node of a Merkle tree, one after the other: 256 at most. */
const children = z.string().max(256 * 18);

/** What a secondary says. */
const fromSecondary = [
  /**
   * First of all: how far it is. `copied` is the last key of an unfinished copy that began at `index`, or null. `reach` is the last
   * entry of which its data may show something; a copy shows more than the log tells until the log has caught up. `filtered` names
   * what was kept back from it. `claim` is the latest claim to be the primary that it knows of.
   */
  z.object({
    type: z.literal("hello"),
    index,
    reach: index,
    history,
    copied: z.string().nullable(),
    /** Whether a comparison of Merkle trees that began at `index` is unfinished. */
    comparing: z.boolean(),
    filtered: z.array(z.string()).readonly(),
    claim,
    /** Whether it holds the right to lead. A primary of the same era was demoted, and has an older store. */
    holdsRight: z.boolean(),
    /** Characters of entries that may be on their way to it unacknowledged. */
    credit: z.int().positive(),
  }),
  /** All entries up to `index` are saved. Also the answer to a heartbeat, and then with the time by the secondary's clock. */
  z.object({ type: z.literal("ack"), index, at: instant.optional() }),
  /** A page is saved; `through` is the page's. */
  z.object({ type: z.literal("turned"), through: z.string().nullable() }),
  /** The children of these nodes of the primary's Merkle tree are wanted: of a subtree, the buckets whose names begin so. */
  z.object({
    type: z.literal("compare"),
    nodes: z
      .array(z.tuple([z.string(), bucketName]).readonly())
      .max(64)
      .readonly(),
  }),
  /** The keys after `after` are wanted that are in these buckets of a subtree, or in any where that is null. */
  z.object({
    type: z.literal("list"),
    subtree: z.string(),
    buckets: z.array(bucketName).max(4096).readonly().nullable(),
    after: z.string(),
  }),
  /** The values of these keys are wanted. */
  z.object({ type: z.literal("fetch"), keys: z.array(sharedKey).max(512).readonly() }),
  /** All that differed is here and saved. */
  z.object({ type: z.literal("synced") }),
  /** It shall be promoted, and asks for the right to lead. */
  z.object({ type: z.literal("request right") }),
] as const;

/** What a primary says to its secondaries, and a demoted one to those it still has. */
const fromPrimary = [
  /** Entries follow after `after`; the log ends at `last` now. */
  z.object({ type: z.literal("stream"), history, after: index, last: index, filtered }),
  /** Pages follow after the key `after`, as of `index` or later; both logs were the same up to `common`. */
  z.object({ type: z.literal("copy"), history, index, common: index, after: z.string(), filtered }),
  /** As `copy`, but only what differs follows: `subtrees` are the digests of those of the primary's Merkle tree that the paths filter allows. */
  z.object({
    type: z.literal("diff"),
    history,
    index,
    common: index,
    filtered,
    subtrees: z.array(z.tuple([z.string(), digest]).readonly()).readonly(),
  }),
  /** The children of each node that was asked for, in that order: those that are not empty, with their digests. */
  z.object({ type: z.literal("nodes"), nodes: z.array(children).max(64).readonly() }),
  /**
   * Of the keys that were asked for, in their order, those up to `through`, null for the last, with their digests: a key is told by how many
   * characters it begins with of the one before it, and its rest.
   */
  z.object({
    type: z.literal("keys"),
    through: z.string().nullable(),
    items: z.array(z.tuple([index, z.string(), digest]).readonly()).readonly(),
  }),
  /** Values of the first of the keys that were asked for, null for what is not there, as they were when the log ended at `last`. */
  z.object({
    type: z.literal("values"),
    items: z.array(z.tuple([sharedKey, z.string().nullable()]).readonly()).readonly(),
    last: index,
  }),
  /** The comparison is over: the log goes on from the index at which it began. */
  z.object({ type: z.literal("compared") }),
  /** What is kept back from now on. Of what is new in it nothing was ever sent. */
  z.object({ type: z.literal("filtered"), filtered }),
  z.object({ type: z.literal("entries"), entries: z.array(entry).readonly() }),
  /** Part of a copy, as it was when the log ended at `last`. */
  z.object({ type: z.literal("page"), page, last: index }),
  /** A sign of life and the index of the last entry, with the time by the primary's clock, and the milliseconds that the last one took to be answered. */
  z.object({
    type: z.literal("heartbeat"),
    last: index,
    at: instant.optional(),
    took: z.number().nonnegative().optional(),
  }),
  /** The right to lead goes to the secondary: the primary is demoted, and `index` was its last entry. */
  z.object({ type: z.literal("grant right"), index }),
  /** The right to lead does not go to the secondary, and why. */
  z.object({ type: z.literal("deny right"), code: z.enum(["refused", "unavailable"]), reason: z.string() }),
] as const;

/** What either end says. */
const fromEither = [
  /** The latest claim to be the primary that it knows of, its own or another's. A primary that hears a later one than its own is fenced. */
  z.object({ type: z.literal("claim"), claim }),
] as const;

/** The protocol that both ends must speak: one more whenever a message or a frame is added, changed or dropped (`protocol/frame.test.ts`). */
export const protocolVersion = 12;

/** What the machines of two clusters say to one another. The receiver parses it with this. */
export const message = z.discriminatedUnion("type", [...fromSecondary, ...fromPrimary, ...fromEither]).readonly();
export type Message = z.infer<typeof message>;

/** A kind of message by its name. */
export type MessageOf<Type extends Message["type"]> = Extract<Message, { type: Type }>;

/** What a primary says in a comparison of Merkle trees. */
export type ComparisonMessage = MessageOf<"diff" | "nodes" | "keys" | "values">;
