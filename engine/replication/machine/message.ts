import { z } from "zod";
import { claim } from "./claim.ts";
import { entry, page } from "./entry.ts";
import { filtered } from "./filtered.ts";
import { history } from "./history.ts";

const index = z.int().nonnegative();

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
    filtered: z.array(z.string()).readonly(),
    claim,
    /** Characters of entries that may be on their way to it unacknowledged. */
    credit: z.int().positive(),
  }),
  /** All entries up to `index` are saved. Also the answer to a heartbeat. */
  z.object({ type: z.literal("ack"), index }),
  /** A page is saved; `through` is the page's. */
  z.object({ type: z.literal("turned"), through: z.string().nullable() }),
  /** It shall be promoted, and asks for the right to lead. */
  z.object({ type: z.literal("request right") }),
] as const;

/** What a primary says to its secondaries, and a demoted one to those it still has. */
const fromPrimary = [
  /** Entries follow after `after`; the log ends at `last` now. */
  z.object({ type: z.literal("stream"), history, after: index, last: index, filtered }),
  /** Pages follow after the key `after`, as of `index` or later; both logs were the same up to `common`. */
  z.object({ type: z.literal("copy"), history, index, common: index, after: z.string(), filtered }),
  /** What is kept back from now on. Of what is new in it nothing was ever sent. */
  z.object({ type: z.literal("filtered"), filtered }),
  z.object({ type: z.literal("entries"), entries: z.array(entry).readonly() }),
  /** Part of a copy, as it was when the log ended at `last`. */
  z.object({ type: z.literal("page"), page, last: index }),
  /** A sign of life and the index of the last entry. */
  z.object({ type: z.literal("heartbeat"), last: index }),
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

/** The protocol that both ends must speak: one more whenever a message or a frame is added, changed or dropped (`driver/frame.test.ts`). */
export const protocolVersion = 7;

/** What the machines of two clusters say to one another. The receiver parses it with this. */
export const message = z.discriminatedUnion("type", [...fromSecondary, ...fromPrimary, ...fromEither]).readonly();
export type Message = z.infer<typeof message>;

/** A kind of message by its name. */
export type Told<Type extends Message["type"]> = Extract<Message, { type: Type }>;
