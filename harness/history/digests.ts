import { hash } from "node:crypto";

/** Digests that tell what is the same from what is not within one history, and nothing to a reader without its key. */
export class Digests {
  readonly #key: string;

  /** `key` is never written. */
  constructor(key: string) {
    this.#key = key;
  }

  of(text: string): string {
    // As only a part of it is told, no longer text can be guessed from it as with a whole hash: this needs no HMAC, which costs four times as much.
    return hash("sha256", `${this.#key}\n${text}`, "base64url").slice(0, 12);
  }

  /** Of JSON, whatever the order of its members. */
  ofJson(value: unknown): string {
    return this.of(JSON.stringify(ordered(value)));
  }
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value);
  // Most contents are one text under one name.
  if (fields.length === 1 && typeof fields[0]?.[1] === "string") return value;
  return Object.fromEntries(
    fields.toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([name, field]) => [name, ordered(field)]),
  );
}
