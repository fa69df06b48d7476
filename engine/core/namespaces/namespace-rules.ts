import { type JsonObject, withoutRawNumber } from "../../api/json.ts";
import { Problem, quoted } from "../../api/problem.ts";
import { requirePath } from "../naming/path-rule.ts";
import type { Namespace } from "./namespace.ts";

const reservedNames = ["audit", "auth", "cubbyhole", "identity", "root", "sys"];

export const maxLevels = 32;

export const maxNameLength = 128;

export const maxMetadata = 64;

export const maxKeyLength = 128;

export const maxValueLength = 512;

export function checkNamespaceName(name: string): void {
  if (reservedNames.includes(name)) throw new Problem("refused", `namespace name ${quoted(name)} is reserved`);
  // `*` and `+` are wildcards in policy paths: no policy could name such a namespace.
  if (name !== "" && name.length <= maxNameLength && !/[\s/*+%]/.test(name)) {
    requirePath("path", name);
    return;
  }
  const rule = `must have 1 to ${maxNameLength} characters, and no space and none of / * + % among them`;
  throw new Problem("refused", `namespace name ${quoted(name.slice(0, maxNameLength))} ${rule}`);
}

/**
 * Throws a Problem "refused" if another child namespace would exceed the limits. `count` is the
 * number of existing namespaces, without the root namespace.
 */
export function checkNamespaceLimits(
  { path }: Namespace,
  { count, most }: Readonly<{ count: number; most: number }>,
): void {
  if (count >= most) throw new Problem("refused", `there are ${most} namespaces, no more fit`);
  if (path.split("/").length > maxLevels)
    throw new Problem("refused", `namespaces nest ${maxLevels} levels deep at most`);
}

/**
 * Returns `metadata` with `changes`, in which null removes a key. Throws a Problem "refused" if the result is invalid.
 */
export function revisedMetadata(metadata: Namespace["metadata"], changes: JsonObject): Namespace["metadata"] {
  const texts = Object.entries({ ...metadata, ...changes }).flatMap(([name, value]): [string, string][] => {
    if (value === null) return [];
    const known = withoutRawNumber(value);
    if (typeof known === "object") throw new Problem("refused", `custom_metadata ${quoted(name)} must be a text`);
    return [[name, String(known)]];
  });
  if (texts.length > maxMetadata) throw new Problem("refused", `custom_metadata has at most ${maxMetadata} members`);
  for (const [name, value] of texts) {
    if (name.length <= maxKeyLength && value.length <= maxValueLength) continue;
    const rule = `has a name of more than ${maxKeyLength} or a value of more than ${maxValueLength} characters`;
    throw new Problem("refused", `custom_metadata ${quoted(name.slice(0, maxKeyLength))} ${rule}`);
  }
  return Object.fromEntries(texts);
}
