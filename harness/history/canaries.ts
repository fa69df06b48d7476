/** How many characters at the end of a secret are looked at first; a shorter secret is not looked for. */
const windowLength = 12;

/** A longer secret is looked for by its end, where tokens and keys of one kind differ: a text is compared with it at every place. */
const maxCompared = 256;

/** Secrets whose forms end alike, and which are compared wherever a text has that end. Others with the same end are not looked for. */
const maxAlike = 16;

/**
 * Characters that are compared for each character of a text, on average. A client may write values that repeat themselves, whose end is at every
 * place of a text: 16 of them in 1 MiB took two seconds, in which no cluster of the process answered. Beyond it, secrets may be missed.
 */
const comparedPerCharacter = 16;
/** What may be compared besides, so that in a short text no secret is missed. */
const comparedInAnyText = 65_536;

/** How a secret can stand in a text. */
export type Form = "clear" | "base64" | "hex";
export type CanaryMatch = Readonly<{ canary: string; form: Form }>;

type Wanted = Readonly<{ canary: string; form: Form; text: string }>;

/** A text that is searched, what was found in it, and how many characters may still be compared. */
type Search = { readonly text: string; readonly found: Map<string, CanaryMatch>; effort: number };

/** 2 to this power are the bits of a first filter: a campaign has some thousand forms, so that nearly every window falls through. */
const bitmapBits = 18;
const base = 257;
/** What the first character of a window counts: `base` to the power of the window's length less one, in 32 bits. */
const leading = Array.from({ length: windowLength - 1 }).reduce<number>((power) => Math.imul(power, base), 1);

/**
 * Finds secrets in texts, as they are and in base64 and hex, also in the middle of something longer that was encoded. A text is gone
 * through once, however many secrets there are (Karp and Rabin 1987), and compared with them a bounded number of times.
 */
export class Canaries {
  readonly #names = new Map<string, string>();
  readonly #wanted = new Map<number, Wanted[]>();
  readonly #bitmap = new Uint8Array(1 << bitmapBits);

  /** From now on `secret` is looked for. Gives back its name; undefined when it is too short. */
  add(secret: string): string | undefined {
    if (secret.length < windowLength) return undefined;
    const known = this.#names.get(secret);
    if (known !== undefined) return known;
    const canary = `canary ${this.#names.size + 1}`;
    this.#names.set(secret, canary);
    for (const { form, text } of formsOf(secret.slice(-maxCompared))) this.#want({ canary, form, text });
    return canary;
  }

  /** Every secret in `text`, once. */
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

/** Of the first window of a text. */
function hashOf(text: string): number {
  let hash = 0;
  for (let at = 0; at < windowLength; at++) hash = (Math.imul(hash, base) + text.charCodeAt(at)) | 0;
  return hash;
}

/** In base64 a text looks in three ways, by how many bytes are before it; what its neighbours have a part in is left out. */
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
