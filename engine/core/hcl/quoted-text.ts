import { HclError, positionOf } from "./hcl-error.ts";

/** Language of a document. JSON permits escaped slashes and has no interpolations `${…}`. */
export type Language = "hcl" | "json";

const simpleEscapes: Readonly<Record<string, string>> = {
  a: "\u0007",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "\\": "\\",
  '"': '"',
};
const codeEscape = /x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{3})/y;
const highestCodePoint = 0x10ffff;

/**
 * Reads the quoted text that begins at `offset`; `end` is the offset after its closing quote. In HCL, the content of
 * `${…}` is kept verbatim, including quotes. Throws an HclError if the text is invalid.
 */
export function readQuoted(text: string, offset: number, language: Language): { value: string; end: number } {
  let value = "";
  let braces = 0;
  let at = offset + 1;
  for (;;) {
    const letter = text[at];
    if (letter === undefined || (letter === "\n" && braces === 0)) {
      throw new HclError(positionOf(text, at), "literal not terminated");
    }
    if (letter === '"' && braces === 0) return { value: value.toWellFormed(), end: at + 1 };
    if (letter === "\\" && braces === 0) {
      const escaped = readEscape(text, at + 1, language);
      value += escaped.value;
      at = escaped.end;
      continue;
    }
    if (language === "hcl" && letter === "{" && (braces > 0 || text[at - 1] === "$")) braces += 1;
    else if (letter === "}" && braces > 0) braces -= 1;
    value += letter;
    at += 1;
  }
}

function readEscape(text: string, at: number, language: Language): { value: string; end: number } {
  const letter = text[at] ?? "";
  const simple = Object.hasOwn(simpleEscapes, letter) ? simpleEscapes[letter] : undefined;
  if (simple !== undefined) return { value: simple, end: at + 1 };
  if (language === "json" && letter === "/") return { value: "/", end: at + 1 };
  codeEscape.lastIndex = at;
  const found = codeEscape.exec(text);
  const [, byte, unit, point, octal] = found ?? [];
  const code = octal === undefined ? Number.parseInt(byte ?? unit ?? point ?? "", 16) : Number.parseInt(octal, 8);
  if (!found || code > highestCodePoint) throw new HclError(positionOf(text, at), "illegal char escape");
  return { value: String.fromCodePoint(code), end: at + found[0].length };
}
