import { Problem } from "../problem.ts";

export type JsonOutline = Readonly<{
  unquoted: string;
}>;

export type StructureLimits = Readonly<{
  nestingLevels: number;
  bodyValues: number;
}>;

/**
 * Maximum number of characters outside string literals, as a multiple of the maximum number of
 * values.
 */
const charactersPerValue = 32;

const quote = 0x22;
const backslash = 0x5c;

/**
 * Returns the characters of `text` outside string literals, without parsing it. Throws a Problem "malformed" if the
 * structure exceeds `limits`.
 */
export function outlineOf(text: string, limits: StructureLimits): JsonOutline {
  let unquoted = "";
  let levels = 0;
  // The first value has no separator before it.
  let count = 1;
  let quotedTexts = 0;
  let from = 0;
  let end = charactersPerValue * limits.bodyValues;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case quote: {
        unquoted += text.slice(from, at);
        const opening = at;
        at = endOfQuoted(text, at + 1);
        from = at + 1;
        end += from - opening;
        // Each string literal is a value or a name, even without a separator in between.
        quotedTexts += 1;
        if (quotedTexts > limits.bodyValues) throw tooMany(limits);
        break;
      }
      case 0x5b: // [
      case 0x7b: // {
        levels += 1;
        if (levels > limits.nestingLevels) throw new Problem("malformed", "error parsing JSON");
        count += 1;
        break;
      case 0x5d: // ]
      case 0x7d: // }
        levels -= 1;
        break;
      case 0x2c: // ,
      case 0x3a: // :
        count += 1;
        break;
    }
    if (count > limits.bodyValues) throw tooMany(limits);
    if (at >= end) {
      const most = charactersPerValue * limits.bodyValues;
      throw new Problem("malformed", `error parsing JSON: more than ${most} characters outside of texts`);
    }
  }
  return { unquoted: unquoted + text.slice(from) };
}

function tooMany({ bodyValues }: StructureLimits): Problem {
  return new Problem("malformed", `error parsing JSON: more than ${bodyValues} values and names`);
}

function endOfQuoted(text: string, start: number): number {
  // Few texts contain an escaped quote, and `indexOf` is many times faster than a loop.
  const end = text.indexOf('"', start);
  if (end < 0) return text.length;
  if (text.charCodeAt(end - 1) !== backslash || end === start) return end;
  for (let at = start; at < text.length; at += 1) {
    const letter = text.charCodeAt(at);
    if (letter === backslash) at += 1;
    else if (letter === quote) return at;
  }
  return text.length;
}
