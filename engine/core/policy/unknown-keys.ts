import { Problem, quoted } from "../../api/problem.ts";
import type { HclObject } from "../hcl/document.ts";

/** Refuses an object that says other things than `known`, in the reference's words. `about` begins each of them. */
export function checkKeys({ items }: HclObject, known: readonly string[], about: string): void {
  const unknown = items.filter(({ keys: [name] }) => !known.includes(name));
  if (unknown.length === 0) return;
  const count = unknown.length === 1 ? "1 error" : `${unknown.length} errors`;
  const lines = unknown.map(({ keys: [name], line }) => `\t* ${about}invalid key ${quoted(name)} on line ${line}`);
  throw new Problem("refused", `${count} occurred:\n${lines.join("\n")}\n\n`);
}
