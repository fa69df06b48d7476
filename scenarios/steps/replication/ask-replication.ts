import { performance } from "../../performance.ts";
import type { RehearsalWorld } from "../../world.ts";

type Asked = Readonly<{
  who: string;
  cluster: string;
  /** Below the endpoints of performance replication, such as `primary/demote`. */
  path: string;
  body?: Readonly<Record<string, unknown>>;
}>;

/** Asks for a change of a cluster's part in replication with a client's own token, and keeps the answer whatever it is. */
export async function askReplication(world: RehearsalWorld, { who, cluster, path, body = {} }: Asked): Promise<void> {
  await world.tryAs(who, cluster, { method: "POST", path: `${performance}/${path}`, body });
}
