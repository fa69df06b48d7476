import { Problem, quoted } from "../../../api/problem.ts";
import type { Metadata } from "./entity.ts";

/** Maximum number of name-value pairs in metadata, as in the reference. */
export const maxPairs = 64;

/** Maximum length of a metadata name in characters, as in the reference. */
export const maxNameLength = 128;

/** Maximum length of a metadata value in characters, as in the reference. */
export const maxValueLength = 512;

const reservedPrefix = "vault-";

/** Throws a Problem "refused" if metadata are invalid. `whose` is the kind of object, for the error text. */
export function requireMetadata(whose: string, metadata: Metadata): void {
  const refuse = (why: string) => new Problem("refused", `invalid ${whose} metadata: ${why}`);
  const pairs = Object.entries(metadata);
  if (pairs.length > maxPairs) throw refuse(`metadata cannot contain more than ${maxPairs} key/value pairs`);
  for (const [name, value] of pairs) {
    const why = faultOf(name, value);
    // The message omits the value.
    if (why !== undefined) throw refuse(`failed to load metadata pair (${quoted(name)}): ${why}`);
  }
}

function faultOf(name: string, value: string): string | undefined {
  if (name === "") return "key cannot be blank";
  if (!/^[a-zA-Z0-9=/+_-]+$/.test(name)) return "key contains invalid characters";
  if (name.length > maxNameLength) return `key is too long (limit: ${maxNameLength} characters)`;
  if (name.startsWith(reservedPrefix)) return `key prefix ${quoted(reservedPrefix)} is reserved for internal use`;
  if (value.length > maxValueLength) return `value is too long (limit: ${maxValueLength} characters)`;
  return undefined;
}

export function requireCustomMetadata(metadata: Metadata): void {
  const refuse = (why: string) => new Problem("refused", `custom_metadata validation failed: ${why}`);
  const pairs = Object.entries(metadata);
  if (pairs.length > maxPairs) {
    throw refuse(`payload must contain at most ${maxPairs} keys, provided ${pairs.length}`);
  }
  for (const [name, value] of pairs) {
    if (name.length === 0 || name.length > maxNameLength) {
      throw refuse(`length of key ${quoted(name)} is ${name.length} but must be 0 < len(key) <= ${maxNameLength}`);
    }
    if (value.length === 0 || value.length > maxValueLength) {
      const bounds = `must be 0 < len(value) <= ${maxValueLength}`;
      throw refuse(`length of value for key ${quoted(name)} is ${value.length} but ${bounds}`);
    }
    if (isUnprintable(name)) throw refuse(`key ${quoted(name)} contains unprintable characters`);
    if (isUnprintable(value)) throw refuse(`value for key ${quoted(name)} contains unprintable characters`);
  }
}

function isUnprintable(text: string): boolean {
  return /[\p{C}\p{Zl}\p{Zp}]/u.test(text);
}

export function sameMetadata(one: Metadata | null, other: Metadata | null): boolean {
  const pairs = Object.entries(one ?? {});
  const others = other ?? {};
  return (
    pairs.length === Object.keys(others).length &&
    pairs.every(([name, value]) => Object.hasOwn(others, name) && others[name] === value)
  );
}

export function shownMetadata(metadata: Metadata | null): Metadata | null {
  return metadata && Object.keys(metadata).length > 0 ? metadata : null;
}
