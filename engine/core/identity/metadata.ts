import { Problem, quoted } from "../../api/problem.ts";
import type { Metadata } from "./entity.ts";

/** Pairs, and characters of a name and a value: the reference's numbers, for metadata of every kind. */
export const maxPairs = 64;
export const longestName = 128;
export const longestValue = 512;

const reservedPrefix = "vault-";

/** Throws a Problem "refused" for metadata that an entity or a group cannot have. `whose` is such as `entity`. */
export function requireMetadata(whose: string, metadata: Metadata): void {
  const refuse = (why: string) => new Problem("refused", `invalid ${whose} metadata: ${why}`);
  const pairs = Object.entries(metadata);
  if (pairs.length > maxPairs) throw refuse(`metadata cannot contain more than ${maxPairs} key/value pairs`);
  for (const [name, value] of pairs) {
    const why = faultOf(name, value);
    // The value is left out: what is wrong with it is said without.
    if (why !== undefined) throw refuse(`failed to load metadata pair (${quoted(name)}): ${why}`);
  }
}

function faultOf(name: string, value: string): string | undefined {
  if (name === "") return "key cannot be blank";
  if (!/^[a-zA-Z0-9=/+_-]+$/.test(name)) return "key contains invalid characters";
  if (name.length > longestName) return `key is too long (limit: ${longestName} characters)`;
  if (name.startsWith(reservedPrefix)) return `key prefix ${quoted(reservedPrefix)} is reserved for internal use`;
  if (value.length > longestValue) return `value is too long (limit: ${longestValue} characters)`;
  return undefined;
}

/** Throws a Problem "refused" for custom metadata that an alias cannot have. */
export function requireCustomMetadata(metadata: Metadata): void {
  const refuse = (why: string) => new Problem("refused", `custom_metadata validation failed: ${why}`);
  const pairs = Object.entries(metadata);
  if (pairs.length > maxPairs) {
    throw refuse(`payload must contain at most ${maxPairs} keys, provided ${pairs.length}`);
  }
  for (const [name, value] of pairs) {
    if (name.length === 0 || name.length > longestName) {
      throw refuse(`length of key ${quoted(name)} is ${name.length} but must be 0 < len(key) <= ${longestName}`);
    }
    if (value.length === 0 || value.length > longestValue) {
      const bounds = `must be 0 < len(value) <= ${longestValue}`;
      throw refuse(`length of value for key ${quoted(name)} is ${value.length} but ${bounds}`);
    }
    if (isUnprintable(name)) throw refuse(`key ${quoted(name)} contains unprintable characters`);
    if (isUnprintable(value)) throw refuse(`value for key ${quoted(name)} contains unprintable characters`);
  }
}

function isUnprintable(text: string): boolean {
  return /[\p{C}\p{Zl}\p{Zp}]/u.test(text);
}

/** Whether two say the same, in whatever order. */
export function sameMetadata(one: Metadata | null, other: Metadata | null): boolean {
  const pairs = Object.entries(one ?? {});
  const others = other ?? {};
  return (
    pairs.length === Object.keys(others).length &&
    pairs.every(([name, value]) => Object.hasOwn(others, name) && others[name] === value)
  );
}

/** As an answer shows it: nothing at all is null. */
export function shownMetadata(metadata: Metadata | null): Metadata | null {
  return metadata && Object.keys(metadata).length > 0 ? metadata : null;
}
