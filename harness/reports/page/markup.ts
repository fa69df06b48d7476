/** Text that is HTML already. */
export type Markup = Readonly<{ markup: string }>;

type Part = string | number | Markup | readonly Part[] | null | undefined | false;

/** HTML with every value escaped, for text as well as for quoted attributes; lists are joined, nothing stays nothing. */
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

/** What both HTML and XML may hold; delete and the second set of controls are left out, as they are invisible. */
const forbidden = /[^\t\n\r -~\u00a0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Takes away colours of terminals, and marks characters that no HTML or XML document may hold. */
function withoutControls(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
  return text.replace(/\x1b\[[\d;]*[A-Za-z]/g, "").replace(forbidden, "�");
}
