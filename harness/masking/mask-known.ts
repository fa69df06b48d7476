/** Minimum length of a known secret that is masked, in characters; shorter secrets may be ordinary words. */
export const shortestKnownSecret = 8;

/**
 * Of a longer secret, only this number of characters at its beginning is searched for, and the rest is compared. A
 * search for a long repetitive secret in a repetitive text takes time proportional to the product of their lengths:
 * 100,000 characters in 400,000 took 35 s.
 */
const searched = 240;

/**
 * Replaces secrets of 8 characters or more by `mask`. The array `known` must never change, because results are cached
 * by array.
 */
export function maskKnown(text: string, known: readonly string[], mask: string): string {
  if (text.length < shortestOf(known)) return text;
  let masked = text;
  for (const secret of known) {
    if (secret.length < shortestKnownSecret || secret.length > masked.length) continue;
    masked = secret.length <= searched ? masked.replaceAll(secret, mask) : withoutLong(masked, secret, mask);
  }
  return masked;
}

function withoutLong(text: string, secret: string, mask: string): string {
  const beginning = secret.slice(0, searched);
  let effort = text.length;
  let masked = "";
  let copied = 0;
  for (let at = text.indexOf(beginning); at >= 0; ) {
    const isWhole = text.startsWith(secret, at);
    if (isWhole || effort < 0) {
      // After many partial matches, each beginning is masked as far as it matches.
      const end = isWhole ? at + secret.length : endOfCommon(text, secret, at);
      masked += text.slice(copied, at) + mask;
      copied = end;
      at = text.indexOf(beginning, end);
    } else {
      effort -= secret.length;
      at = text.indexOf(beginning, at + 1);
    }
  }
  return masked + text.slice(copied);
}

function endOfCommon(text: string, secret: string, from: number): number {
  let length = searched;
  while (length < secret.length && text[from + length] === secret[length]) length += 1;
  return from + length;
}

/** Length of the shortest secret that is masked, by list of secrets; infinite if no secret is long enough. */
const shortest = new WeakMap<readonly string[], number>();

function shortestOf(known: readonly string[]): number {
  const before = shortest.get(known);
  if (before !== undefined) return before;
  let length = Number.POSITIVE_INFINITY;
  for (const secret of known)
    if (secret.length >= shortestKnownSecret && secret.length < length) length = secret.length;
  shortest.set(known, length);
  return length;
}
