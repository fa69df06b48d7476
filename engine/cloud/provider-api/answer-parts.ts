import { Problem } from "../../api/problem.ts";
import type { XmlElement } from "../login/exchange/strict-xml.ts";

export function partOf(element: XmlElement | undefined, ...path: readonly string[]): XmlElement | undefined {
  return path.reduce<XmlElement | undefined>(
    (found, name) => found?.children.find((child) => child.name === name),
    element,
  );
}

/** Returns the text of the element at `path`. Returns undefined if the element is missing or empty. */
export function textOf(element: XmlElement | undefined, ...path: readonly string[]): string | undefined {
  return partOf(element, ...path)?.text.trim() || undefined;
}

/** Returns the text of the element at `path`. Throws a Problem if the element is missing or empty. */
export function requiredText(element: XmlElement | undefined, ...path: readonly string[]): string {
  const text = textOf(element, ...path);
  if (text === undefined) throw new Problem("refused", `the provider's answer has no ${path.at(-1)}`);
  return text;
}
