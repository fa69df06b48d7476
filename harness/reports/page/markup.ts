export type Markup = Readonly<{ markup: string }>;

type Part = string | number | Markup | readonly Part[] | null | undefined | false;

/** Template tag for HTML. Escapes texts and joins lists. Null, undefined and false become empty texts. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return { markup: texts.reduce((before, text, index) => before + rendered(parts[index - 1]) + text) };
}

function rendered(part: Part): string {
  if (part === null || part === undefined || part === false) return "";
  if (typeof part === "string" || typeof part === "number") return escaped(String(part));
  if ("markup" in part) return part.markup;
  return part.map(rendered).join("");
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return withoutControls(text).replace(/[&<>"']/g, (letter) => entities[letter] ?? letter);
}

/** Matches characters that HTML or XML forbids, and invisible ones: delete and C1 controls. */
const forbidden = /[^\t\n\r -~\u00a0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

function withoutControls(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
  return text.replace(/\x1b\[[\d;]*[A-Za-z]/g, "").replace(forbidden, "�");
}
