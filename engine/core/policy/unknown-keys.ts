import { Problem, quoted } from "../../api/problem.ts";
import type { HclObject } from "../hcl/document.ts";

/** Throws a Problem "refused" with the reference's text if an object has a key that is not in `known`. */
export function checkKeys({ items }: HclObject, known: readonly string[], about: string): void {
  const unknown = items.filter(({ keys: [name] }) => !known.includes(name));
  if (unknown.length === 0) return;
  const count = unknown.length === 1 ? "1 error" : `${unknown.length} errors`;
  const lines = unknown.map(({ keys: [name], line }) => `\t* ${about}invalid key ${quoted(name)} on line ${line}`);
  throw new Problem("refused", `${count} occurred:\n${lines.join("\n")}\n\n`);
}
