import { randomBytes } from "node:crypto";

/** Number of random bytes in the mark of a run: few, but enough to distinguish concurrent runs. */
const markBytes = 3;

const prefixForm = /^understudy-[0-9a-f]{6}-$/;

/** Returns the prefix of a new run, such as `understudy-3f9a01-`. It begins the names of objects on the clusters. */
export function newPrefix(): string {
  return `understudy-${randomBytes(markBytes).toString("hex")}-`;
}

/** True if `text` is the prefix of a run. */
export function isPrefix(text: string): boolean {
  return prefixForm.test(text);
}

/** Returns the mark of a run in names on a database server, such as `understudy_3f9a01_`. */
export function databaseMark(prefix: string): string {
  return prefix.replaceAll("-", "_");
}

/** True if this is the name of an object that a run created on a cluster. `run` is its prefix; undefined for any run. */
export function isMarked(name: string, run: string | undefined): boolean {
  const prefix = name.slice(0, "understudy-000000-".length);
  return isPrefix(prefix) && (run ?? prefix) === prefix;
}

/** True if this is the name of an object that a run created on a database server. `run` as for {@link isMarked}. */
export function isMarkedInDatabase(name: string, run: string | undefined): boolean {
  const hex = /_understudy_([0-9a-f]{6})_[0-9a-f]{8}$/.exec(name)?.[1];
  return hex !== undefined && isMarked(`understudy-${hex}-`, run);
}
