import { hash } from "node:crypto";

/**
 * Computes keyed digests of texts. Within a history, equal texts have equal digests. Without the key, texts cannot be
 * guessed from their digests.
 */
export class Digests {
  readonly #key: string;

  constructor(key: string) {
    this.#key = key;
  }

  of(text: string): string {
    // A truncated hash does not allow a longer text to be computed from it as a whole hash does; an HMAC, which costs
    // four times as much, is unnecessary.
    return hash("sha256", `${this.#key}\n${text}`, "base64url").slice(0, 12);
  }

  /** Returns the digest of a JSON value. The order of object members does not matter. */
  ofJson(value: unknown): string {
    return this.of(JSON.stringify(ordered(value)));
  }
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value);
  // Fast path: most contents are one text under one name.
  if (fields.length === 1 && typeof fields[0]?.[1] === "string") return value;
  return Object.fromEntries(
    fields.toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([name, field]) => [name, ordered(field)]),
  );
}
