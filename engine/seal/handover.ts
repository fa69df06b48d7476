import { z } from "zod";
import { Problem } from "../api/problem.ts";
import { parseLockedRootKey } from "./records.ts";

const handover = z.object({
  /** The root key under the unseal key, as it is stored. */
  lock: z.string(),
  /** The root key in base64. */
  rootKey: z.string(),
  /** The keyring as text, with all keys in the clear. */
  keyring: z.string(),
});

/** The keys of a cluster, as it hands them to a secondary. */
export type Handover = Readonly<z.infer<typeof handover>>;

/** The keys in `text`. Throws a Problem "upstream" when there are none. */
export function parseHandover(text: string): Handover {
  try {
    const found = handover.parse(JSON.parse(text));
    parseLockedRootKey(found.lock);
    return found;
  } catch {
    throw new Problem("upstream", "what the primary handed over are no keys");
  }
}
