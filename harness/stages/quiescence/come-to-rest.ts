import { catalogue } from "./catalogue.ts";
import { lookAround } from "./look-around.ts";
import { replicationStatuses } from "./replication-statuses.ts";
import type { RestingStage } from "./resting-stage.ts";
import { storedLeases } from "./stored.ts";

/** A play whose end is not at rest is given time so often, in milliseconds each: what is tried again comes within a minute. */
const rounds = { most: 4, milliseconds: 60_000 } as const;
/** After a crash what was under way is tidied up by tasks that only time brings about. */
const roundsAfterCrash = 2;

/**
 * Lets a play that is over come to rest, notes that it has, and what is there then: users of databases, leases, replicated keys. A play that ends
 * in a fault does not, and nothing is noted. One that has neither users nor replication costs nothing.
 */
export async function comeToRest(stage: RestingStage): Promise<void> {
  const { watch, history } = stage;
  if (watch.isDisturbed) return;
  const least = watch.hasCrashed ? roundsAfterCrash : 0;
  for (let round = 0; round < rounds.most && (round < least || !(await areUsersLeased(stage))); round++)
    await stage.pass(rounds.milliseconds);
  // How long connections take depends on the machine, too.
  await stage.eventually(() => expectConverged(stage)).catch(() => {});
  // A cluster may have died of what it was given time for.
  if (watch.isDisturbed) return;
  history.note({ type: "settled" });
  await lookAround(stage);
}

/** Whether the users that were given out are there as long as their leases are. */
async function areUsersLeased(stage: RestingStage): Promise<boolean> {
  const { watch, clusters } = stage;
  if (watch.given.size === 0) return true;
  const leases = new Set<string>();
  for (const { name } of clusters) {
    const store = stage.storeOf(name);
    for (const lease of store ? await storedLeases(store).catch(() => []) : []) leases.add(lease);
  }
  const users = await catalogue(stage);
  return users === undefined || [...watch.given].every(([lease, user]) => leases.has(lease) === user in users);
}

/** Throws while a secondary that has to stream does not, or lacks what its primary has, and while of two primaries that have to meet both go on. */
async function expectConverged({ watch, unrecorded }: RestingStage): Promise<void> {
  if (!watch.isReplicated) return;
  const statuses = await replicationStatuses(unrecorded);
  const running = statuses.filter(({ mode, state }) => mode === "primary" && state === "running");
  for (const { promoted, from } of watch.promotions.told()) {
    if ([promoted, from].every((name) => running.some(({ cluster }) => cluster === name)))
      throw new Error(`${from} has not heard yet that ${promoted} is the primary`);
  }
  const [one, other] = running;
  if (one && other && watch.restored.mustMeet(one.cluster, other.cluster))
    throw new Error(`${one.cluster} and ${other.cluster} have not learnt of each other yet`);
  for (const { cluster, mode, state, last, data } of statuses) {
    if (mode === "primary" || mode === "disabled") continue;
    const primary = statuses.find((one) => one.cluster === watch.streaming.primaryOf(cluster, data));
    if (primary && (state !== "stream-wals" || last < primary.last)) throw new Error(`${cluster} does not stream yet`);
  }
}
