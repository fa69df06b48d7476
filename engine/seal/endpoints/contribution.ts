import { z } from "zod";
import { field } from "../../api/field.ts";
import { Problem } from "../../api/problem.ts";
import { keyShare, parseShare } from "../share-text.ts";

/** The fields of a contribution: a key share, and the nonce of the attempt. */
export const contribution = z.object({
  key: keyShare,
  nonce: field.text.default("").meta({ description: "As it was told when this was begun" }),
});

/** The key share in a contribution. Throws a Problem when there is none. */
export function shareIn({ key }: Readonly<{ key: string }>): Uint8Array {
  if (key === "") throw new Problem("refused", "'key' must be specified in request body as JSON");
  return parseShare(key);
}
