import { Problem } from "./problem.ts";

/** What {@link outlineOf} found in a text of JSON without parsing it. */
export type JsonOutline = Readonly<{
  /** All that stands outside of the quoted texts, numbers among it. */
  unquoted: string;
}>;

/** How much structure a text of JSON may have. */
export type StructureLimits = Readonly<{
  /** Arrays and objects inside one another. */
  nestingLevels: number;
  /** Values and names of members, counted together: each costs time and memory when it is parsed. */
  bodyValues: number;
}>;

/**
 * So many characters for each value may stand outside of quoted texts, more than a number with its indentation takes: each is looked at, and
 * once more where numbers are spelt oddly.
 */
const charactersPerValue = 32;

const quote = 0x22;
const backslash = 0x5c;

/**
 * Reads `text` once from left to right, without parsing it, and says what stands outside of its quoted texts. Throws a Problem "malformed" as
 * soon as there is more structure than `limits` allow. Invariant: a text that passes holds at most `bodyValues` values and names.
 */
export function outlineOf(text: string, limits: StructureLimits): JsonOutline {
  let unquoted = "";
  let levels = 0;
  // One value has no separator before it.
  let count = 1;
  let quotedTexts = 0;
  let from = 0;
  /** Where there is too much outside of quoted texts: further on by each of them. */
  let end = charactersPerValue * limits.bodyValues;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case quote: {
        unquoted += text.slice(from, at);
        const opening = at;
        at = endOfQuoted(text, at + 1);
        from = at + 1;
        end += from - opening;
        // Each is a value or a name, also where nothing stands between two.
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

/** Where the quoted text that begins at `start` has its closing quote; the end of `text` when it has none. */
function endOfQuoted(text: string, start: number): number {
  // Most texts hold no escaped quote: the engine's own search is many times faster than a loop.
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
