import { type JsonObject, withoutRawNumber } from "../../api/json.ts";
import { Problem, quoted } from "../../api/problem.ts";
import { requirePath } from "../naming/path-rule.ts";
import type { Namespace } from "./namespace.ts";

/** Names that begin paths of the service's own. */
const reservedNames = ["audit", "auth", "cubbyhole", "identity", "root", "sys"];

/** Every request looks for its namespace level by level. */
export const maxLevels = 32;

/** Characters of a name: it is part of every path and lease below. */
export const longestName = 128;

/** What describes a namespace is read with it in lists: the bounds are those of kv's custom metadata. */
export const maxMetadata = 64;
export const longestKey = 128;
export const longestValue = 512;

/** Throws a Problem "refused" for a name that no namespace may have. */
export function checkNamespaceName(name: string): void {
  if (reservedNames.includes(name)) throw new Problem("refused", `namespace name ${quoted(name)} is reserved`);
  // In a policy `*` and `+` stand for any name: a namespace of that name could not be spoken of.
  if (name !== "" && name.length <= longestName && !/[\s/*+%]/.test(name)) {
    requirePath("path", name);
    return;
  }
  const rule = `must have 1 to ${longestName} characters, and no space and none of / * + % among them`;
  throw new Problem("refused", `namespace name ${quoted(name.slice(0, longestName))} ${rule}`);
}

/** Throws a Problem "refused" when there are `most` namespaces, or `parent` lies too deep for another level. */
export function checkRoom({ path }: Namespace, { count, most }: Readonly<{ count: number; most: number }>): void {
  if (count >= most) throw new Problem("refused", `there are ${most} namespaces, no more fit`);
  if (path.split("/").length > maxLevels)
    throw new Problem("refused", `namespaces nest ${maxLevels} levels deep at most`);
}

/** `metadata` with what `changes` say; null removes. Throws a Problem "refused" when it is too much. */
export function revisedMetadata(metadata: Namespace["metadata"], changes: JsonObject): Namespace["metadata"] {
  const texts = Object.entries({ ...metadata, ...changes }).flatMap(([name, value]): [string, string][] => {
    if (value === null) return [];
    const known = withoutRawNumber(value);
    if (typeof known === "object") throw new Problem("refused", `custom_metadata ${quoted(name)} must be a text`);
    return [[name, String(known)]];
  });
  if (texts.length > maxMetadata) throw new Problem("refused", `custom_metadata has at most ${maxMetadata} members`);
  for (const [name, value] of texts) {
    if (name.length <= longestKey && value.length <= longestValue) continue;
    const rule = `has a name of more than ${longestKey} or a value of more than ${longestValue} characters`;
    throw new Problem("refused", `custom_metadata ${quoted(name.slice(0, longestKey))} ${rule}`);
  }
  return Object.fromEntries(texts);
}
