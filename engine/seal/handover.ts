import { z } from "zod";
import { Problem } from "../api/problem.ts";
import { parseLockedRootKey } from "./records.ts";

const handover = z.object({
  /** Stored record of the primary with the root key, encrypted under the unseal key. */
  lock: z.string(),
  /** Unencrypted root key, in base64. */
  rootKey: z.string(),
  /** Serialized keyring. Its keys are not encrypted. */
  keyring: z.string(),
});

export type Handover = Readonly<z.infer<typeof handover>>;

/** Parses the keys that the primary sent. Throws a Problem "upstream" if the text is invalid. */
export function parseHandover(text: string): Handover {
  try {
    const found = handover.parse(JSON.parse(text));
    parseLockedRootKey(found.lock);
    return found;
  } catch {
    throw new Problem("upstream", "the primary sent invalid keys");
  }
}
