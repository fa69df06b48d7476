/** Length of the hashed end of a secret, in characters; shorter secrets are not searched for. */
const windowLength = 12;

/**
 * Maximum number of characters that are compared. Of a longer secret only the end is compared,
 * where tokens and keys of one kind differ.
 */
const maxCompared = 256;

/** Maximum number of secrets with the same end; further ones are not searched for. */
const maxAlike = 16;

/**
 * Average number of characters that may be compared for each character of a text. A client may
 * write repetitive values whose end matches everywhere: 16 of them in 1 MiB took two seconds,
 * during which no cluster of the process answered. Beyond this limit, secrets may be missed.
 */
const comparedPerCharacter = 16;
/** Number of comparisons allowed in any text, so that short texts are searched completely. */
const comparedInAnyText = 65_536;

/** The encoding in which a secret appears in a text. */
export type Form = "clear" | "base64" | "hex";
export type CanaryMatch = Readonly<{ canary: string; form: Form }>;

type Wanted = Readonly<{ canary: string; form: Form; text: string }>;

/** A text to search, the secrets found in it, and the number of comparisons left. */
type Search = { readonly text: string; readonly found: Map<string, CanaryMatch>; effort: number };

/**
 * Size of the first filter, as a power of two of bits. A campaign has some thousand encoded
 * secrets, so nearly every window is rejected by the filter.
 */
const bitmapBits = 18;
const base = 257;
/** Weight of a window's first character: `base` to the power of length minus one, in 32 bits. */
const leading = Array.from({ length: windowLength - 1 }).reduce<number>((power) => Math.imul(power, base), 1);

/**
 * Finds secrets in texts, in clear, base64 and hex, even in the middle of a longer encoded text.
 * Passes through a text once, regardless of the number of secrets (Karp and Rabin 1987), with a
 * bounded number of comparisons.
 */
export class Canaries {
  readonly #names = new Map<string, string>();
  readonly #wanted = new Map<number, Wanted[]>();
  readonly #bitmap = new Uint8Array(1 << bitmapBits);

  /** Starts searching for `secret`. Returns its invented name, or undefined if it is too short. */
  add(secret: string): string | undefined {
    if (secret.length < windowLength) return undefined;
    const known = this.#names.get(secret);
    if (known !== undefined) return known;
    const canary = `canary ${this.#names.size + 1}`;
    this.#names.set(secret, canary);
    for (const { form, text } of formsOf(secret.slice(-maxCompared))) this.#want({ canary, form, text });
    return canary;
  }

  /** Returns every secret that is found in `text`, once. */
  in(text: string): readonly CanaryMatch[] {
    if (this.#names.size === 0 || text.length < windowLength) return [];
    const search: Search = { text, found: new Map(), effort: comparedInAnyText + comparedPerCharacter * text.length };
    let hash = hashOf(text);
    for (let at = 0; ; at++) {
      if (this.#bitmap[hash >>> (32 - bitmapBits)] === 1) this.#compare(hash, at, search);
      if (at + windowLength >= text.length) return [...search.found.values()];
      const without = hash - Math.imul(text.charCodeAt(at), leading);
      hash = (Math.imul(without, base) + text.charCodeAt(at + windowLength)) | 0;
    }
  }

  #compare(hash: number, at: number, search: Search) {
    const { text, found } = search;
    for (const { canary, form, text: wanted } of this.#wanted.get(hash) ?? []) {
      const from = at + windowLength - wanted.length;
      if (from < 0 || search.effort < wanted.length || found.has(canary)) continue;
      search.effort -= wanted.length;
      if (text.startsWith(wanted, from)) found.set(canary, { canary, form });
    }
  }

  #want(wanted: Wanted): void {
    const hash = hashOf(wanted.text.slice(-windowLength));
    const others = this.#wanted.get(hash);
    if (others) {
      if (others.length < maxAlike) others.push(wanted);
    } else this.#wanted.set(hash, [wanted]);
    this.#bitmap[hash >>> (32 - bitmapBits)] = 1;
  }
}

/** Returns the hash of the first window of a text. */
function hashOf(text: string): number {
  let hash = 0;
  for (let at = 0; at < windowLength; at++) hash = (Math.imul(hash, base) + text.charCodeAt(at)) | 0;
  return hash;
}

/**
 * Returns the encodings of a secret. Base64 has three, depending on the number of bytes before the
 * secret; the characters that also depend on neighbouring bytes are left out.
 */
function formsOf(secret: string): readonly Readonly<{ form: Form; text: string }>[] {
  const bytes = Buffer.from(secret);
  const hex = bytes.toString("hex");
  const base64 = [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes])
      .toString("base64")
      .replace(/={1,2}$/, "");
    const whole = encoded.slice(Math.ceil((before * 4) / 3), -1);
    return [whole, whole.replaceAll("+", "-").replaceAll("/", "_")];
  });
  return [
    { form: "clear", text: secret } as const,
    { form: "hex", text: hex } as const,
    { form: "hex", text: hex.toUpperCase() } as const,
    ...[...new Set(base64)].map((text) => ({ form: "base64", text }) as const),
  ].filter(({ text }) => text.length >= windowLength);
}
