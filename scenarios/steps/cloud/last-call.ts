import type { CloudCall } from "#harness/cloud/embedded/cloud-provider.ts";
import type { RehearsalWorld } from "../../world.ts";

/** The last call of an action that the cloud answered, if it answered one. */
export async function lastCall({ stage }: RehearsalWorld, action: string): Promise<CloudCall | undefined> {
  return (await stage.cloud.calls()).findLast((call) => call.action === action);
}
