import { Problem } from "../../api/problem.ts";
import type { XmlElement } from "../login/strict-xml.ts";

/** The element at the end of `path`, each the first of its name in the one before; undefined when there is none. */
export function partOf(element: XmlElement | undefined, ...path: readonly string[]): XmlElement | undefined {
  return path.reduce<XmlElement | undefined>(
    (found, name) => found?.children.find((child) => child.name === name),
    element,
  );
}

/** The text at the end of `path`; undefined when it is not there or empty. */
export function textOf(element: XmlElement | undefined, ...path: readonly string[]): string | undefined {
  return partOf(element, ...path)?.text.trim() || undefined;
}

/** The text at the end of `path`. Throws a Problem when the provider left it out. */
export function requiredText(element: XmlElement | undefined, ...path: readonly string[]): string {
  const text = textOf(element, ...path);
  if (text === undefined) throw new Problem("refused", `the provider's answer has no ${path.at(-1)}`);
  return text;
}
