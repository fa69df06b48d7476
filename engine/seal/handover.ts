import { z } from "zod";
import { Problem } from "../api/problem.ts";
import { parseLockedRootKey } from "./records.ts";

const handover = z.object({
  /** Stored root key record, which the primary's unseal key decrypts. */
  lock: z.string(),
  /** Unencrypted root key, in base64. */
  rootKey: z.string(),
  /** Serialized keyring with unencrypted keys. */
  keyring: z.string(),
});

/** Keys of a primary, as it sends them to a secondary. */
export type Handover = Readonly<z.infer<typeof handover>>;

/** Parses the keys that a primary sent. Throws a Problem "upstream" if the text is invalid. */
export function parseHandover(text: string): Handover {
  try {
    const found = handover.parse(JSON.parse(text));
    parseLockedRootKey(found.lock);
    return found;
  } catch {
    throw new Problem("upstream", "the primary sent invalid keys");
  }
}
