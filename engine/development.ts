import { Problem } from "./api/problem.ts";
import type { FirstMount } from "./core/core-options.ts";
import type { Protected, Seal } from "./seal/seal.ts";

/** Options of a cluster that unseals itself, like a development server of the reference. */
export type Development = Readonly<{
  /** Text of a token with the root policy. It is created when the cluster is unsealed or wiped, unless it exists. */
  rootToken: string;
  unsealKey: Uint8Array;
}>;

export const developmentMounts: readonly FirstMount[] = [{ type: "kv", path: "secret/", options: { version: "2" } }];

/**
 * Initializes the cluster, or unseals it if it is initialized. Throws a Problem if `unsealKey` is wrong or if unsealing
 * requires more than one key.
 */
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
