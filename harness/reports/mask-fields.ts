import { percentDecoded } from "#harness/reports/percent-decoded.ts";
import { isSecretName } from "#harness/reports/secret-name.ts";

/** Longer names are judged by their end, which is where a name says what it is. */
const maxName = 256;

/** A colon or an equals sign and the quote that opens a value, escaped or not, or the first character of a value without quotes. */
const valueStart = /:\s*(\\*)(["'`])|=(\\*)(["'])|=[^\s&;,"'<>\\]/g;
const unquotedEnd = /[\s&;,"'<>\\]/g;

/**
 * Replaces by `mask` the values of fields with secret names: `"name": "value"`, also in broken JSON or JSON inside a text, where quotes are
 * escaped; `name: 'value'`, as programs print objects; and `name=value`, as in forms, queries and connection settings, where the name may be
 * percent-encoded. A value whose end is missing ends with the text. The time is linear in the length of the text, whatever it holds: no
 * part of it is searched for a value's end twice.
 */
export function maskFields(text: string, mask: string): string {
  let masked = "";
  let copied = 0;
  valueStart.lastIndex = 0;
  for (let found = valueStart.exec(text); found; found = valueStart.exec(text)) {
    const at = found.index;
    const isAssignment = text[at] === "=";
    const name = isAssignment ? assignedName(text, at) : printedName(text, at);
    if (name === "" || !isSecretName(name)) {
      valueStart.lastIndex = at + 1;
      continue;
    }
    const quote = found[2] ?? found[4];
    const depth = (found[1] ?? found[3] ?? "").length;
    const from = quote === undefined ? at + 1 : at + found[0].length;
    const to = quote === undefined ? endOfUnquoted(text, from) : endOfQuoted(text, from, { quote, depth });
    const close = quote === undefined ? to : Math.min(to + depth + 1, text.length);
    // An assigned value is replaced with its quotes: the settings stand in a text that may be quoted the same way.
    masked += isAssignment
      ? `${text.slice(copied, at + 1)}${mask}`
      : `${text.slice(copied, from)}${mask}${text.slice(to, close)}`;
    copied = close;
    valueStart.lastIndex = close;
  }
  return masked + text.slice(copied);
}

/** The name before the colon at `at`, in quotes or without; empty when there is none. */
function printedName(text: string, at: number): string {
  let end = at;
  while (isSpace(text, end - 1)) end -= 1;
  const isQuoted = isQuote(text[end - 1]);
  // Programs print no space between a name without quotes and its colon; prose in some languages does.
  if (!isQuoted && end < at) return "";
  if (isQuoted) for (end -= 1; text[end - 1] === "\\"; ) end -= 1;
  const from = startOfName(text, end, isInName);
  return isQuoted && !isQuote(text[from - 1]) && end - from < maxName ? "" : text.slice(from, end);
}

/** The name before the equals sign at `at`, decoded. */
function assignedName(text: string, at: number): string {
  const name = text.slice(
    startOfName(text, at, (code) => isInName(code) || code === 0x25),
    at,
  );
  return name.includes("%") ? percentDecoded(name) : name;
}

function startOfName(text: string, end: number, isPart: (code: number) => boolean): number {
  let from = end;
  while (from > 0 && end - from < maxName && isPart(text.charCodeAt(from - 1))) from -= 1;
  return from;
}

/** Letters, digits, `_` and `-`. */
function isInName(code: number): boolean {
  const letter = code | 0x20;
  return (letter >= 0x61 && letter <= 0x7a) || (code >= 0x30 && code <= 0x39) || code === 0x5f || code === 0x2d;
}

function isQuote(character: string | undefined): boolean {
  return character === '"' || character === "'";
}

function isSpace(text: string, at: number): boolean {
  return at >= 0 && /\s/.test(text.charAt(at));
}

function endOfUnquoted(text: string, from: number): number {
  unquotedEnd.lastIndex = from;
  return unquotedEnd.exec(text)?.index ?? text.length;
}

/**
 * Where a value ends whose quotes have `depth` backslashes before them each: at the closing quote's first backslash. In JSON inside a text
 * each backslash of the value was doubled as often as the text was quoted, so that a quote of the value has another number before it.
 */
function endOfQuoted(text: string, from: number, { quote, depth }: Readonly<{ quote: string; depth: number }>): number {
  const period = 2 * (depth + 1);
  let backslashes = 0;
  for (let at = from; at < text.length; at += 1) {
    const character = text[at];
    if (character === "\\") {
      backslashes += 1;
      continue;
    }
    if (character === quote && backslashes % period === depth) return at - depth;
    backslashes = 0;
  }
  return text.length;
}
