import { field } from "../../api/field.ts";
import { Problem } from "../../api/problem.ts";

const description = "Not supported: key shares and tokens are returned unencrypted";

/** Request field for PGP keys, which {@link refusePgp} refuses unless it is empty. */
export const pgpKeys = field.list.optional().meta({ description });
/** Request field for one PGP key, which {@link refusePgp} refuses unless it is empty. */
export const pgpKey = field.text.default("").meta({ description });

/** Throws a Problem if one of the fields contains PGP keys. Ignoring them would return unencrypted shares. */
export function refusePgp(fields: Readonly<Record<string, string | readonly string[] | undefined>>): void {
  for (const [name, keys] of Object.entries(fields)) {
    if (keys !== undefined && keys.length > 0) throw new Problem("refused", `${name}: PGP keys are not supported`);
  }
}
