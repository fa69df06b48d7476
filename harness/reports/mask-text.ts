import { maskFields } from "#harness/reports/mask-fields.ts";
import { maskKnown } from "#harness/reports/mask-known.ts";
import { percentDecoded } from "#harness/reports/percent-decoded.ts";

/** What stands where a secret stood. */
export const mask = "•••";

/** Shapes that are secrets wherever they stand. */
const shapes: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  // Tokens of the service and of the reference, old and new.
  /(?<![\w.])(?:hv[sbr]|[sbr])\.[\w-]{16,}(?:\.[\w-]+)*/g,
  // What activates a secondary, encrypted to its public key.
  /(?<![\w.])activation-\d+\.[\w-]{16,}/g,
  // Access keys of the cloud.
  /(?<![A-Za-z0-9])A(?:KI|SI)A[A-Z0-9]{12,}/g,
];

/** What may hold signed JSON, such as the token that activates a secondary: everything from its first characters to where it has to end. */
const encodedJson = /(?<![\w.])eyJ[\w.-]+/g;

/** Where an address ends, at the latest. */
const unbroken = /[^\s"'<>]+/g;
/** The beginning of `scheme://user:password@host`, from the colon up to the password. No scheme is longer. */
const login = /:\/\/(?<=[a-z][a-z0-9+.-]{0,63}:\/\/)[^/:@]*:/i;
const authorization = /\b(Bearer|Basic)\s+[\w+/.=~-]{6,}/gi;
const signature = /\b(Signature=)[\w%+/=-]+/gi;
/** One of these stands in every text that a rule below finds something in; most texts are names and numbers, and are not looked at further. */
const suspicious = /[.=:@]|A(?:KI|SI)A|-----BEGIN|\b(?:Bearer|Basic)\s/i;

/** Characters of the shortest header of signed JSON that is masked, `eyJ` among them. */
const shortestHeader = 11;

/**
 * `text` with every secret in it replaced: tokens, access keys, private keys, credentials in addresses, values of fields with secret
 * names, and what is `known` to be one (secrets of 8 characters or more).
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

/** Masks `header.payload.signature` in a text without spaces, from the header on, which is base64 of a JSON object. */
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

/** The passwords in `scheme://user:password@host`, wherever they stand in `text`. */
export function passwordsInUrls(text: string): readonly string[] {
  if (!text.includes("@")) return [];
  return [...text.matchAll(unbroken)].flatMap(([address]) => {
    const place = passwordPlace(address);
    const password = place ? address.slice(place.from, place.to) : "";
    return [password, percentDecoded(password)];
  });
}

/** Where the password stands in an address; it goes up to the last `@`, because it may hold `@`, `/` and `:`. */
function passwordPlace(address: string): Readonly<{ from: number; to: number }> | undefined {
  const to = address.lastIndexOf("@");
  const found = to < 0 ? null : login.exec(address.slice(0, to));
  return found ? { from: found.index + found[0].length, to } : undefined;
}
