import { catalogue } from "./catalogue.ts";
import { lookAround } from "./look-around.ts";
import { replicationStatuses } from "./replication-statuses.ts";
import type { RestingStage } from "./resting-stage.ts";
import { storedLeases } from "./stored.ts";

/** Maximum number of waits until a run is at rest, and their length in milliseconds. */
const rounds = { most: 4, milliseconds: 60_000 } as const;
/** Minimum number of waits after a crash, because timers start the cleanup. */
const roundsAfterCrash = 2;

/**
 * Waits until a finished run is at rest, up to a limit. Then records a "settled" event and the state of stores and
 * databases. If a fault lasts or a cluster is down, records neither.
 */
export async function comeToRest(stage: RestingStage): Promise<void> {
  const { watch, history } = stage;
  if (watch.isDisturbed) return;
  const least = watch.hasCrashed ? roundsAfterCrash : 0;
  for (let round = 0; round < rounds.most && (round < least || !(await areUsersLeased(stage))); round++)
    await stage.pass(rounds.milliseconds);
  // The time for connections also depends on the machine.
  await stage.eventually(() => expectConverged(stage)).catch(() => {});
  // A cluster may have crashed during the wait.
  if (watch.isDisturbed) return;
  history.note({ type: "settled" });
  await lookAround(stage);
}

async function areUsersLeased(stage: RestingStage): Promise<boolean> {
  const { watch, clusters } = stage;
  if (watch.issued.size === 0) return true;
  const leases = new Set<string>();
  for (const { name } of clusters) {
    const store = stage.storeOf(name);
    for (const lease of store ? await storedLeases(store).catch(() => []) : []) leases.add(lease);
  }
  const users = await catalogue(stage);
  return users === undefined || [...watch.issued].every(([lease, user]) => leases.has(lease) === user in users);
}

async function expectConverged({ watch, unrecorded }: RestingStage): Promise<void> {
  if (!watch.isReplicated) return;
  const statuses = await replicationStatuses(unrecorded);
  const running = statuses.filter(({ mode, state }) => mode === "primary" && state === "running");
  for (const { promoted, from } of watch.promotions.unannounced()) {
    if ([promoted, from].every((name) => running.some(({ cluster }) => cluster === name)))
      throw new Error(`${from} has not detected yet that ${promoted} is the primary`);
  }
  const [one, other] = running;
  if (one && other && watch.restored.mustMeet(one.cluster, other.cluster))
    throw new Error(`${one.cluster} and ${other.cluster} have not detected each other yet`);
  for (const { cluster, mode, state, last, data } of statuses) {
    if (mode === "primary" || mode === "disabled") continue;
    const primary = statuses.find((one) => one.cluster === watch.streaming.primaryOf(cluster, data));
    if (primary && (state !== "stream-wals" || last < primary.last)) throw new Error(`${cluster} does not stream yet`);
  }
}
