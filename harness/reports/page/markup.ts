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

/** Colours of terminals, and characters that no HTML document may hold. */
function withoutControls(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
  return text.replace(/\x1b\[[\d;]*[A-Za-z]/g, "").replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/g, "�");
}
