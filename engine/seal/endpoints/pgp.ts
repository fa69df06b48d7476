import { field } from "../../api/field.ts";
import { Problem } from "../../api/problem.ts";

const description = "Not supported: key shares and tokens are returned unencrypted";

/** Request field for PGP keys, which the reference encrypts key shares with. Clients may send it empty. */
export const pgpKeys = field.list.optional().meta({ description });
/** Like {@link pgpKeys}, for one key. */
export const pgpKey = field.text.default("").meta({ description });

/** Throws a Problem if a request contains PGP keys. Ignoring them would return unencrypted shares. */
export function refusePgp(fields: Readonly<Record<string, string | readonly string[] | undefined>>): void {
  for (const [name, keys] of Object.entries(fields)) {
    if (keys !== undefined && keys.length > 0) throw new Problem("refused", `${name}: PGP keys are not supported`);
  }
}
