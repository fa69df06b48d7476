import { isSecretName } from "#harness/reports/secret-name.ts";

/** What stands where a secret stood. */
export const mask = "•••";

/** Shapes that are secrets wherever they stand. */
const shapes: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  // Tokens of the service and of the reference, old and new.
  /(?<![\w.])(?:hv[sbr]|[sbr])\.[\w-]{16,}(?:\.[\w-]+)*/g,
  // Signed JSON, such as the token that activates a secondary.
  /(?<![\w.])eyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g,
  // What activates a secondary, encrypted to its public key.
  /(?<![\w.])activation-\d+\.[\w-]{16,}/g,
  // Access keys of the cloud.
  /(?<![A-Za-z0-9])A(?:KI|SI)A[A-Z0-9]{12,}/g,
];

/** Where an address ends, at the latest. */
const unbroken = /[^\s"'<>]+/g;
/** The beginning of `scheme://user:password@host`, up to the password. No scheme is longer, and the search stays linear. */
const login = /[a-z][a-z0-9+.-]{0,63}:\/\/[^/:@]*:/i;
const authorization = /\b(Bearer|Basic)\s+[\w+/.=~-]{6,}/gi;
const signature = /\b(Signature=)[\w%+/=-]+/gi;
/** `"name": "value"`, also in JSON that is broken or stands in a text, where its quotes are escaped. */
const quotedField = /(\\*["'])([\w-]+)\1(\s*:\s*)(\\*["'])((?:(?!\4)(?:\\[\s\S]|[^\\]))*)(\4|$)/g;
/** `name: 'value'`, as programs print objects, such as the two sides of an assertion. */
const printedField = /(?<![\w"'-])([A-Za-z][\w-]*)(:\s*)(["'`])(?:(?!\3)(?:\\[\s\S]|[^\\]))*(\3|$)/g;
/** `name=value`, as in forms, queries and connection settings; letters of the name may be percent-encoded. */
const plainField =
  /(?<![\w%-])((?:[A-Za-z]|%[\dA-Fa-f]{2})(?:[\w-]|%[\dA-Fa-f]{2})*)(=)(?:(\\*["'])(?:(?!\3)[\s\S])*(?:\3|$)|[^\s&;,"'<>\\]+)/g;

/** One of these stands in every text that a rule below finds something in; most texts are names and numbers, and are not looked at further. */
const suspicious = /[.=:@]|A(?:KI|SI)A|-----BEGIN|\b(?:Bearer|Basic)\s/i;

/** Any shorter and masking what is known would blot out words. */
export const shortestKnownSecret = 8;

/**
 * `text` with every secret in it replaced: tokens, access keys, private keys, credentials in addresses, values of fields with secret
 * names, and what is `known` to be one (secrets of 8 characters or more).
 */
export function maskText(text: string, known: readonly string[] = []): string {
  let masked = text;
  if (text.length >= shortestOf(known))
    for (const secret of known)
      if (secret.length >= shortestKnownSecret && secret.length <= masked.length)
        masked = masked.replaceAll(secret, mask);
  if (!suspicious.test(masked)) return masked;
  for (const shape of shapes) masked = masked.replace(shape, mask);
  if (masked.includes("@")) {
    masked = masked.replace(unbroken, (text) => {
      const password = passwordPlace(text);
      return password ? text.slice(0, password.from) + mask + text.slice(password.to) : text;
    });
  }
  masked = masked.replace(authorization, `$1 ${mask}`);
  if (masked.includes(":")) {
    masked = masked
      .replace(quotedField, (whole, quote, name, colon, opening, _value, closing) =>
        isSecretName(name) ? `${quote}${name}${quote}${colon}${opening}${mask}${closing}` : whole,
      )
      .replace(printedField, (whole, name, colon, opening, closing) =>
        isSecretName(name) ? `${name}${colon}${opening}${mask}${closing}` : whole,
      );
  }
  if (!masked.includes("=")) return masked;
  return masked
    .replace(signature, `$1${mask}`)
    .replace(plainField, (whole, name, sign) => (isSecretName(decoded(name)) ? `${name}${sign}${mask}` : whole));
}

/** By list, which does not change: most texts are shorter than any secret of it, and names of fields come by the thousands. */
const shortest = new WeakMap<readonly string[], number>();

/** The length of the shortest secret that is masked; endless where there is none. */
function shortestOf(known: readonly string[]): number {
  const before = shortest.get(known);
  if (before !== undefined) return before;
  let length = Number.POSITIVE_INFINITY;
  for (const secret of known)
    if (secret.length >= shortestKnownSecret && secret.length < length) length = secret.length;
  shortest.set(known, length);
  return length;
}

/** The passwords in `scheme://user:password@host`, wherever they stand in `text`. */
export function passwordsInUrls(text: string): readonly string[] {
  if (!text.includes("@")) return [];
  return [...text.matchAll(unbroken)].flatMap(([address]) => {
    const place = passwordPlace(address);
    const password = place ? address.slice(place.from, place.to) : "";
    return [password, decoded(password)];
  });
}

/** Where the password stands in an address; it goes up to the last `@`, because it may hold `@`, `/` and `:`. */
function passwordPlace(address: string): Readonly<{ from: number; to: number }> | undefined {
  const to = address.lastIndexOf("@");
  const found = to < 0 ? null : login.exec(address.slice(0, to));
  return found ? { from: found.index + found[0].length, to } : undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
