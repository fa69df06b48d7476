import { z } from "zod";
import { field } from "../../api/field.ts";
import { Problem } from "../../api/problem.ts";
import { keyShare, parseShare } from "../share-text.ts";

export const contribution = z.object({
  key: keyShare,
  nonce: field.text.default("").meta({ description: "Nonce from the answer that began the attempt" }),
});

export function shareIn({ key }: Readonly<{ key: string }>): Uint8Array {
  if (key === "") throw new Problem("refused", "'key' must be specified in request body as JSON");
  return parseShare(key);
}
