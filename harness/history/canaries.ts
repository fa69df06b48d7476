/** How many characters of a secret are looked at first; a shorter secret is not looked for. */
const windowLength = 12;

/** How a secret can stand in a text. */
export type Form = "clear" | "base64" | "hex";
export type Sighting = Readonly<{ canary: string; form: Form }>;

type Wanted = Readonly<{ canary: string; form: Form; text: string }>;

/** 2 to this power are the bits of a first filter: a campaign has some thousand forms, so that nearly every window falls through. */
const bitmapBits = 18;
const base = 257;
/** What the first character of a window counts: `base` to the power of the window's length less one, in 32 bits. */
const leading = Array.from({ length: windowLength - 1 }).reduce<number>((power) => Math.imul(power, base), 1);

/**
 * Finds secrets in texts, as they are and in base64 and hex, also in the middle of something longer that was encoded. A text is gone
 * through once, however many secrets there are (Karp and Rabin 1987).
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
    for (const { form, text } of formsOf(secret)) this.#want({ canary, form, text });
    return canary;
  }

  /** Every secret in `text`, once. */
  in(text: string): readonly Sighting[] {
    if (this.#names.size === 0 || text.length < windowLength) return [];
    const found = new Map<string, Sighting>();
    let hash = hashOf(text);
    for (let at = 0; ; at++) {
      if (this.#bitmap[hash >>> (32 - bitmapBits)] === 1) this.#compare(hash, { text, at, found });
      if (at + windowLength >= text.length) return [...found.values()];
      const without = hash - Math.imul(text.charCodeAt(at), leading);
      hash = (Math.imul(without, base) + text.charCodeAt(at + windowLength)) | 0;
    }
  }

  #compare(hash: number, { text, at, found }: Readonly<{ text: string; at: number; found: Map<string, Sighting> }>) {
    for (const { canary, form, text: wanted } of this.#wanted.get(hash) ?? []) {
      if (text.startsWith(wanted, at) && !found.has(canary)) found.set(canary, { canary, form });
    }
  }

  #want(wanted: Wanted): void {
    const hash = hashOf(wanted.text);
    const others = this.#wanted.get(hash);
    if (others) others.push(wanted);
    else this.#wanted.set(hash, [wanted]);
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
      .replace(/=+$/, "");
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
