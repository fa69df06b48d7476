/** An XML element without its namespace. It does not contain both elements and text. */
export type XmlElement = Readonly<{ name: string; children: readonly XmlElement[]; text: string }>;

const declaration = /^<\?xml version=(["'])1\.0\1(?: encoding=(["'])utf-8\2)? ?\?>/i;
const tag = /<(\/?)([A-Za-z][\w.-]*)(?: xmlns=(?:"[^"<>&]*"|'[^'<>&]*'))?\s*(\/?)>/y;
// Matches text, possibly empty, in long runs, so that the expression does not backtrack at each character.
const characters = /[^<>&]*(?:&(?:amp|lt|gt|quot|apos);[^<>&]*)*/y;
const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const depthLimit = 16;

/**
 * Parses an XML document and returns its root element. Throws an Error for other text. Attributes
 * other than `xmlns`, comments, CDATA, doctypes, and text next to elements count as errors, since
 * other parsers may interpret them differently.
 */
export function parseStrictXml(document: string): XmlElement {
  const source = document.replace(declaration, "").trim();
  const [root, end] = readElement(source, 0, 0);
  if (end !== source.length) throw new Error("the document goes on after its root");
  return root;
}

function readElement(source: string, start: number, depth: number): [element: XmlElement, end: number] {
  const [, closes, name, empty] = match(tag, source, start);
  if (closes || !name || depth > depthLimit) throw new Error("an element was expected");
  let at = tag.lastIndex;
  if (empty) return [{ name, children: [], text: "" }, at];
  const children: XmlElement[] = [];
  let text = "";
  for (;;) {
    characters.lastIndex = at;
    characters.test(source);
    text += source.slice(at, characters.lastIndex);
    at = characters.lastIndex;
    const [, ends, met] = match(tag, source, at);
    if (ends) {
      if (met !== name) throw new Error("an element ends that has not begun");
      if (children.length > 0 && text.trim() !== "") throw new Error("text stands between elements");
      return [{ name, children, text: children.length > 0 ? "" : withoutEntities(text) }, tag.lastIndex];
    }
    const [child, end] = readElement(source, at, depth + 1);
    children.push(child);
    at = end;
  }
}

function match(expression: RegExp, source: string, at: number): RegExpExecArray {
  expression.lastIndex = at;
  const found = expression.exec(source);
  if (!found) throw new Error("neither an element nor text");
  return found;
}

function withoutEntities(text: string): string {
  return !text.includes("&") ? text : text.replace(/&(\w+);/g, (_, name: string) => entities[name] ?? "");
}
