import { performance } from "../../performance.ts";
import type { RehearsalWorld } from "../../world.ts";

/** Asks for a change of part as root, and keeps the answer whatever it is. */
export async function askAsRoot(
  world: RehearsalWorld,
  cluster: string,
  path: string,
  body: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  await world.try(cluster, {
    method: "POST",
    path: `${performance}/${path}`,
    body,
    token: world.cluster(cluster).rootToken,
  });
}
