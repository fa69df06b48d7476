/**
 * Number of characters at the end of an encoded secret that are hashed. Secrets with fewer characters are not searched
 * for.
 */
const windowLength = 12;

/**
 * Maximum number of characters of a secret that are compared. Of a longer secret, only the end is compared: tokens and
 * keys of the same kind differ at their ends.
 */
const maxCompared = 256;

/** Maximum number of encoded secrets whose ends have the same hash. Further ones are not searched for. */
const maxAlike = 16;

/**
 * Maximum number of compared characters per character of the searched text. Repetitive values could match everywhere:
 * 16 of them in 1 MiB of text took two seconds without this limit. When it is reached, secrets may be missed.
 */
const comparedPerCharacter = 16;
/** Number of compared characters that are allowed in addition, even in short texts. */
const comparedInAnyText = 65_536;

export type Form = "clear" | "base64" | "hex";
export type CanaryMatch = Readonly<{ canary: string; form: Form }>;

type Wanted = Readonly<{ canary: string; form: Form; text: string }>;

type Search = { readonly text: string; readonly found: Map<string, CanaryMatch>; effort: number };

/** Binary logarithm of the number of entries of the first filter, which rejects nearly every window of a text. */
const bitmapBits = 18;
const base = 257;
/** `base` to the power of {@link windowLength}, as a 32-bit integer. */
const outgoing = Array.from({ length: windowLength }).reduce<number>((power) => Math.imul(power, base), 1);

/** Character codes of a part of the searched text. Reading them takes a third of the time of `charCodeAt`. */
const codes = new Uint16Array(16_384);
const codeBytes = Buffer.from(codes.buffer);

/**
 * Finds secrets in texts, as plain text, base64 or hex, also in the middle of longer encoded text. Reads a text once,
 * regardless of the number of secrets (Karp and Rabin 1987). May miss secrets when its limits are reached.
 */
export class Canaries {
  readonly #names = new Map<string, string>();
  readonly #wanted = new Map<number, Wanted[]>();
  readonly #bitmap = new Uint8Array(1 << bitmapBits);

  /**
   * Adds `secret` to the searched secrets. Returns an invented name for it, or undefined if it has fewer than 12
   * characters.
   */
  add(secret: string): string | undefined {
    if (secret.length < windowLength) return undefined;
    const known = this.#names.get(secret);
    if (known !== undefined) return known;
    const canary = `canary ${this.#names.size + 1}`;
    this.#names.set(secret, canary);
    for (const { form, text } of formsOf(secret.slice(-maxCompared))) this.#want({ canary, form, text });
    return canary;
  }

  /** Returns one match for each secret that was found in `text`. */
  in(text: string): readonly CanaryMatch[] {
    if (this.#names.size === 0 || text.length < windowLength) return [];
    const search: Search = { text, found: new Map(), effort: comparedInAnyText + comparedPerCharacter * text.length };
    for (let from = 0; from + windowLength <= text.length; from += codes.length - windowLength + 1)
      this.#inPart(from, search);
    return [...search.found.values()];
  }

  #inPart(from: number, search: Search): void {
    const { text } = search;
    const bitmap = this.#bitmap;
    const part = text.length <= codes.length ? text : text.slice(from, from + codes.length);
    codeBytes.write(part, "utf16le");
    let hash = hashOf(part);
    for (let at = 0, next = windowLength; ; at++, next++) {
      if (bitmap[hash >>> (32 - bitmapBits)] === 1) this.#compare(hash, from + at, search);
      if (next >= part.length) return;
      hash = (Math.imul(hash, base) - Math.imul(codes[at] as number, outgoing) + (codes[next] as number)) | 0;
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

function hashOf(text: string): number {
  let hash = 0;
  for (let at = 0; at < windowLength; at++) hash = (Math.imul(hash, base) + text.charCodeAt(at)) | 0;
  return hash;
}

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
