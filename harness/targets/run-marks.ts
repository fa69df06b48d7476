import { randomBytes } from "node:crypto";

/** Number of random bytes in the mark of a run: few, but enough to distinguish concurrent runs. */
const markBytes = 3;

const prefixForm = /^understudy-[0-9a-f]{6}-$/;

/**
 * Mark of a run in the names of the objects that its scenarios create on servers that are not reset: `prefix`, such as
 * `understudy-3f9a01-`, begins the names on the clusters; `inDatabase`, such as `understudy_3f9a01_`, is in the names on
 * the database server.
 */
export type RunMarks = Readonly<{ prefix: string; inDatabase: string }>;

/** Returns the marks of a new run. */
export function newMarks(): RunMarks {
  return marksOf(`understudy-${randomBytes(markBytes).toString("hex")}-`);
}

/** Returns the marks of the run with this prefix. */
export function marksOf(prefix: string): RunMarks {
  return { prefix, inDatabase: prefix.replaceAll("-", "_") };
}

/** True if `text` is the prefix of a run. */
export function isPrefix(text: string): boolean {
  return prefixForm.test(text);
}

/**
 * Returns the prefix of the run that created the object with this name on a cluster, such as a mount or a policy;
 * undefined if no run did.
 */
export function prefixIn(name: string): string | undefined {
  const prefix = name.slice(0, "understudy-000000-".length);
  return isPrefix(prefix) ? prefix : undefined;
}

/** Returns the prefix of the run that created the object with this name on a database server; undefined if no run did. */
export function prefixInDatabase(name: string): string | undefined {
  const mark = /_understudy_([0-9a-f]{6})_[0-9a-f]{8}$/.exec(name)?.[1];
  return mark === undefined ? undefined : `understudy-${mark}-`;
}
