import type { CloudCall } from "#harness/cloud/embedded/cloud-provider.ts";
import type { RehearsalWorld } from "../../world.ts";

/** Returns the last call of this action that had a valid signature, or undefined. */
export async function lastCall({ stage }: RehearsalWorld, action: string): Promise<CloudCall | undefined> {
  return (await stage.cloud.calls()).findLast((call) => call.action === action);
}
