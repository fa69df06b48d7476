import { z } from "zod";

/** Prefix of the keys that are replicated. All other keys are local to one cluster. */
export const sharedPrefix = "shared/";

export const sharedKey = z.string().startsWith(sharedPrefix);

/**
 * One atomic change of shared keys: entry `index` of the write log, written in the era with the number `epoch`, by the
 * mount `mount` ("" for the core).
 */
export const entry = z
  .object({
    index: z.int().positive(),
    epoch: z.int().nonnegative(),
    mount: z.string(),
    changes: z.array(z.object({ key: sharedKey, value: z.string().nullable() }).readonly()).readonly(),
  })
  .readonly();
export type Entry = z.infer<typeof entry>;

/**
 * All shared keys after `after` ("" for the first page) up to and including `through` (null for the last page), with
 * their values. A key of this interval that is not on the page does not exist or is filtered.
 */
export const page = z
  .object({
    after: z.string(),
    through: sharedKey.nullable(),
    items: z.array(z.tuple([sharedKey, z.string()]).readonly()).readonly(),
  })
  .readonly();
export type Page = z.infer<typeof page>;

/** The entries in a write log: `first` to `last`. The log is empty when `first` is `last + 1`. */
export const logSpan = z.object({ first: z.int().positive(), last: z.int().nonnegative() }).readonly();
export type LogSpan = z.infer<typeof logSpan>;

/**
 * Number of entries that a write log keeps, within the other limits ({@link LogBounds}). A secondary that lacks older
 * entries is compared or copied. The reference's log shipper has the same length.
 */
export const logLength = 16_384;

/** Returns an empty log whose next entry is `last + 1`, and the entries of `span` that it no longer contains. */
export function emptied(span: LogSpan, last: number): Readonly<{ span: LogSpan; excess?: Excess }> {
  const empty = { first: last + 1, last };
  return span.last < span.first
    ? { span: empty }
    : { span: empty, excess: { after: span.first - 1, through: span.last } };
}

export type Excess = Readonly<{ after: number; through: number }>;

/** Maximum number of entries that a write log keeps for a copy or comparison in progress. */
export const maxLogLength = 4 * logLength;

/**
 * Limits of a log besides its length. `floor` is the first entry that the limit in characters permits; 1 when there is
 * no such limit. `needed` is the entry after which a copy or comparison in progress continues: the entries after it are
 * kept, within {@link maxLogLength} and the limit in characters.
 */
export type LogBounds = Readonly<{ floor?: number | undefined; needed?: number | undefined }>;

/** Returns `span` extended to `last`, and the entries that are removed at its beginning. */
export function grown(
  span: LogSpan,
  last: number,
  { floor = 1, needed = last }: LogBounds = {},
): Readonly<{ span: LogSpan; excess?: Excess }> {
  const wanted = Math.min(last - logLength, needed) + 1;
  const first = Math.max(span.first, wanted, last - maxLogLength + 1, Math.min(floor, last + 1));
  if (first === span.first) return { span: { first, last } };
  return { span: { first, last }, excess: { after: span.first - 1, through: first - 1 } };
}
