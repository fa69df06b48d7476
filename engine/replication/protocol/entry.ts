import { z } from "zod";

/** Where the keys begin that replication carries. All others belong to one cluster. */
export const sharedPrefix = "shared/";

/** A key that replication carries. */
export const sharedKey = z.string().startsWith(sharedPrefix);

/** One atomic change of shared keys: entry `index` of the write log, written in `epoch` for `mount` ("" for the core). */
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
 * All shared keys after `after` ("" for the first) up to and with `through` (`null` for the last) and their values:
 * what is not named is not there.
 */
export const page = z
  .object({
    after: z.string(),
    through: sharedKey.nullable(),
    items: z.array(z.tuple([sharedKey, z.string()]).readonly()).readonly(),
  })
  .readonly();
export type Page = z.infer<typeof page>;

/** The entries that a write log holds: `first` to `last`, none when `first` is the one after `last`. */
export const logSpan = z.object({ first: z.int().positive(), last: z.int().nonnegative() }).readonly();
export type LogSpan = z.infer<typeof logSpan>;

/** Entries that a write log keeps; a secondary that is farther behind is copied over. The reference's log shipper holds as many. */
export const logLength = 16_384;

/** An empty log whose next entry is the one after `last`, and what of `span` it drops. */
export function emptied(span: LogSpan, last: number): Readonly<{ span: LogSpan; excess?: Excess }> {
  const empty = { first: last + 1, last };
  return span.last < span.first
    ? { span: empty }
    : { span: empty, excess: { after: span.first - 1, through: span.last } };
}

/** Entries to drop, so that a log stays within its bound. */
export type Excess = Readonly<{ after: number; through: number }>;

/** Entries that a write log keeps at most where a copy under way will need them: that of a million keys takes less time than so many writes. */
export const maxLogLength = 4 * logLength;

/**
 * What bounds a log beside its length. `floor` is the first entry that the log's bytes have room for, 1 where they are no matter. `needed` is the
 * entry after which a copy under way goes on: what comes after it is kept, within {@link maxLogLength} and the bytes.
 */
export type LogBounds = Readonly<{ floor?: number | undefined; needed?: number | undefined }>;

/** `span` with all up to `last`, and what falls out of it at its beginning. */
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
