import { maskFields } from "#harness/masking/mask-fields.ts";
import { maskKnown } from "#harness/masking/mask-known.ts";
import { percentDecoded } from "#harness/masking/percent-decoded.ts";

export const mask = "•••";

const shapes: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  // Tokens of the service and of the reference, old and new.
  /(?<![\w.])(?:hv[sbr]|[sbr])\.[\w-]{16,}(?:\.[\w-]+)*/g,
  // Activation tokens that are encrypted to the public key of a secondary.
  /(?<![\w.])activation-\d+\.[\w-]{16,}/g,
  // Ids of AWS access keys.
  /(?<![A-Za-z0-9])A(?:KI|SI)A[A-Z0-9]{12,}/g,
];

/** Matches a text that may be signed JSON (a JSON Web Token). */
const encodedJson = /(?<![\w.])eyJ[\w.-]+/g;

const unbroken = /[^\s"'<>]+/g;
/** Matches `://user:` in `scheme://user:password@host`. The user may be empty. */
const login = /:\/\/(?<=[a-z][a-z0-9+.-]{0,63}:\/\/)[^/:@]*:/i;
const authorization = /\b(Bearer|Basic)\s+[\w+/.=~-]{6,}/gi;
const signature = /\b(Signature=)[\w%+/=-]+/gi;
/** Quick check: without a match, {@link maskText} masks only known secrets. */
const suspicious = /[.=:@]|A(?:KI|SI)A|-----BEGIN|\b(?:Bearer|Basic)\s/i;

/** Minimum length of the encoded header of signed JSON, in characters, including `eyJ`. */
const shortestHeader = 11;

/**
 * Returns `text` with secrets masked: tokens, access keys, private keys, signed JSON, credentials of `Bearer` and
 * `Basic`, signatures, passwords in URLs, values of fields with secret names, and `known` secrets of 8 characters or
 * more.
 */
export function maskText(text: string, known: readonly string[] = []): string {
  let masked = maskKnown(text, known, mask);
  if (!suspicious.test(masked)) return masked;
  for (const shape of shapes) masked = masked.replace(shape, mask);
  masked = masked.replace(encodedJson, maskSignedJson);
  if (masked.includes("@")) {
    masked = masked.replace(unbroken, (text) => {
      const password = passwordPlace(text);
      return password ? text.slice(0, password.from) + mask + text.slice(password.to) : text;
    });
  }
  masked = masked.replace(authorization, `$1 ${mask}`).replace(signature, `$1${mask}`);
  return /[:=]/.test(masked) ? maskFields(masked, mask) : masked;
}

function maskSignedJson(text: string): string {
  const parts = text.split(".");
  let at = 0;
  for (const [index, part] of parts.entries()) {
    const start = index === 0 ? 0 : part.indexOf("-eyJ") + 1;
    const isHeader = (index === 0 || start > 0) && part.length - start >= shortestHeader;
    if (isHeader && parts[index + 1] && parts[index + 2] !== undefined) return text.slice(0, at + start) + mask;
    at += part.length + 1;
  }
  return text;
}

/**
 * Returns the passwords of URLs `scheme://user:password@host` in `text`, both unchanged and percent-decoded. The result
 * may contain empty texts and duplicates.
 */
export function passwordsInUrls(text: string): readonly string[] {
  if (!text.includes("@")) return [];
  return [...text.matchAll(unbroken)].flatMap(([address]) => {
    const place = passwordPlace(address);
    const password = place ? address.slice(place.from, place.to) : "";
    return [password, percentDecoded(password)];
  });
}

/**
 * The password ends before the last `@`, because it may contain `@`. Returns undefined if the text is no URL with a
 * password.
 */
function passwordPlace(address: string): Readonly<{ from: number; to: number }> | undefined {
  const to = address.lastIndexOf("@");
  const found = to < 0 ? null : login.exec(address.slice(0, to));
  return found ? { from: found.index + found[0].length, to } : undefined;
}
