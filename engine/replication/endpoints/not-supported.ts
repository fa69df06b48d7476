import { Problem } from "../../api/problem.ts";

/** Refuses fields that the documents know and this release does not, rather than act as if they had not been given. */
export function notSupportedYet(fields: Readonly<Record<string, string | readonly string[]>>): void {
  for (const [name, value] of Object.entries(fields)) {
    if (value.length > 0) throw new Problem("refused", `${name} is not supported yet`);
  }
}
