import { performance } from "../../performance.ts";
import type { RehearsalWorld } from "../../world.ts";

type Asked = Readonly<{
  who: string;
  cluster: string;
  /** Path below {@link performance}, such as `primary/demote`. */
  path: string;
  body?: Readonly<Record<string, unknown>>;
}>;

/** Sends a replication command as a client. Remembers the response, whatever its status. */
export async function askReplication(world: RehearsalWorld, { who, cluster, path, body = {} }: Asked): Promise<void> {
  await world.tryAs(who, cluster, { method: "POST", path: `${performance}/${path}`, body });
}
