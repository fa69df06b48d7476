import type { RehearsalWorld } from "../../world.ts";

/** Where all that concerns performance replication is served. */
export const performance = "sys/replication/performance";

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
