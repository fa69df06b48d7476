import { Problem } from "./api/problem.ts";
import type { FirstMount } from "./core/core.ts";
import type { Protected, Seal } from "./seal/seal.ts";

/** Initialises and unseals a cluster by itself, as the reference's development server does. */
export type Development = Readonly<{
  /** The token that may do everything. It is made at every start, and again when `secondary/enable` has wiped the storage. */
  rootToken: string;
  /** The one unseal key: 32 bytes. */
  unsealKey: Uint8Array;
}>;

/** What such a cluster is born with. */
export const developmentMounts: readonly FirstMount[] = [{ type: "kv", path: "secret/", options: { version: "2" } }];

/** Initialises `seal` where that is due, and unseals it. Throws a Problem when another key is needed, or more than one. */
export async function unsealItself(seal: Seal<Protected>, { rootToken, unsealKey }: Development): Promise<void> {
  if (!seal.isInitialized) {
    await seal.initialize({ shares: 1, threshold: 1 }, { rootToken, unsealKey });
    return;
  }
  const refuse = (cause?: unknown) =>
    new Problem(
      "refused",
      "the unseal key does not open the store: the store was made with another key, was rekeyed, or has been enabled as a secondary, which takes the key of its primary",
      {
        cause,
      },
    );
  try {
    if (seal.sharing.threshold === 1) await seal.unseal(Uint8Array.from(unsealKey));
  } catch (error) {
    throw error instanceof Problem && error.code === "refused" ? refuse(error) : error;
  }
  if (seal.isSealed) throw refuse();
}
