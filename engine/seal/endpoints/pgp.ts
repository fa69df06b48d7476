import { field } from "../../api/field.ts";
import { Problem } from "../../api/problem.ts";

const description = "Not supported: key shares and tokens are returned unencrypted";

/** Fields for PGP keys in the reference's API. Clients may send them empty. */
export const pgpKeys = field.list.optional().meta({ description });
export const pgpKey = field.text.default("").meta({ description });

/** Throws a Problem if a PGP key was sent; a share must not be returned in plain text instead. */
export function refusePgp(fields: Readonly<Record<string, string | readonly string[] | undefined>>): void {
  for (const [name, keys] of Object.entries(fields)) {
    if (keys !== undefined && keys.length > 0) throw new Problem("refused", `${name}: PGP keys are not supported`);
  }
}
