import { setTimeout as passed } from "node:timers/promises";
import { CannotBePlayed } from "#harness/capabilities/missing-capability.ts";
import { Unavailable } from "#harness/reaper/unavailable.ts";
import type { TargetCluster } from "#harness/targets/target.ts";
import { type TargetClient, targetClient } from "#harness/targets/target-client.ts";

const patience = { whole: 20_000, pause: 100 } as const;

/** Waits until a cluster that was started is unsealed. */
export async function unsealed(
  cluster: TargetCluster,
  client: Pick<TargetClient, "call"> | undefined = undefined,
): Promise<void> {
  using own = client ? undefined : targetClient(cluster);
  await eventually(async () => {
    const { status, body } = (await (client ?? own)?.call({ method: "GET", path: "sys/health" })) ?? {};
    if (body?.sealed !== false) throw new Unavailable(`${cluster.name} is not unsealed (status ${status})`);
  });
}

/** Repeats `look` until it does not throw. After 20 s, throws its last error. */
export async function eventually<T>(look: () => Promise<T>): Promise<T> {
  for (const end = Date.now() + patience.whole; ; await passed(patience.pause)) {
    try {
      return await look();
    } catch (error) {
      if (error instanceof CannotBePlayed || Date.now() >= end) throw error;
    }
  }
}
