import { field } from "../../api/field.ts";
import { Problem } from "../../api/problem.ts";

const description = "Not supported: key shares and tokens are given out as they are";

/** Where the reference takes PGP keys: clients send them empty. */
export const pgpKeys = field.list.optional().meta({ description });
export const pgpKey = field.text.default("").meta({ description });

/** Throws a Problem that names the field when a PGP key was given: a key share that was to be encrypted must not go out in the clear. */
export function refusePgp(given: Readonly<Record<string, string | readonly string[] | undefined>>): void {
  for (const [name, keys] of Object.entries(given)) {
    if (keys !== undefined && keys.length > 0) throw new Problem("refused", `${name}: PGP keys are not supported`);
  }
}
