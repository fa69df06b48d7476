import { percentDecoded } from "#harness/masking/percent-decoded.ts";
import { isSecretName } from "#harness/masking/secret-name.ts";

/** Maximum length of a field name, in characters. Of a longer name, only the end is examined. */
const maxName = 256;

const valueStart = /:\s*(\\*)(["'`])|=(\\*)(["'])|=[^\s&;,"'<>\\]/g;
const unquotedEnd = /[\s&;,"'<>\\]/g;

/**
 * Replaces the values of fields with secret names by `mask` in these forms: `"name": "value"`, also with escaped
 * quotes, as in JSON inside a text; `name: 'value'`, as programs print objects; and `name=value`, as in forms, queries
 * and connection settings, with the name percent-encoded or not. A quoted value without a closing quote extends to the
 * end of the text.
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
    // An assigned value is replaced with its quotes: the settings may be in a text that is quoted the same way.
    masked += isAssignment
      ? `${text.slice(copied, at + 1)}${mask}`
      : `${text.slice(copied, from)}${mask}${text.slice(to, close)}`;
    copied = close;
    valueStart.lastIndex = close;
  }
  return masked + text.slice(copied);
}

function printedName(text: string, at: number): string {
  let end = at;
  while (isSpace(text, end - 1)) end -= 1;
  const isQuoted = isQuote(text[end - 1]);
  // Programs print no space between an unquoted name and its colon; prose in some languages does.
  if (!isQuoted && end < at) return "";
  if (isQuoted) for (end -= 1; text[end - 1] === "\\"; ) end -= 1;
  const from = startOfName(text, end, isInName);
  return isQuoted && !isQuote(text[from - 1]) && end - from < maxName ? "" : text.slice(from, end);
}

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
 * Returns the index at which a quoted value ends: before the `depth` backslashes of the closing quote, or at the end of
 * the text if no quote closes the value. In JSON inside a text, backslashes are doubled for each level, so their number
 * distinguishes the closing quote from quotes inside the value.
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
