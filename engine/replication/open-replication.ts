import { uuid } from "../core/naming/random-names.ts";
import type { ReplicaObserver } from "../core/storage/replica-observer.ts";
import type { ServeForwarded } from "../core/storage/write-path.ts";
import { steadyTime } from "../core/time/steady-time.ts";
import type { ClusterKeys } from "../ports/cluster-keys.ts";
import { storedRecord } from "./machine/record/record.ts";
import { fresh, restored } from "./machine/state.ts";
import { MerkleTree } from "./merkle/tree.ts";
import { Replication, type ReplicationPorts } from "./replication.ts";
import { recordKey } from "./runtime/save-plan.ts";
import { WriteLog } from "./runtime/write-log.ts";

/** Opens replication from `store`. Over an empty store, replication is disabled. */
export async function openReplication(options: {
  ports: ReplicationPorts;
  keys?: ClusterKeys;
  observer: ReplicaObserver;
  serve: ServeForwarded;
}): Promise<Replication> {
  const { store, clock } = options.ports;
  const timeline = steadyTime(clock);
  const text = await store.read(recordKey);
  const stored = text === undefined ? undefined : storedRecord.parse(JSON.parse(text));
  const { log, span } = await WriteLog.open(store, stored?.log ?? fresh.log);
  const state = stored
    ? restored(stored, span, { now: timeline.now(), stretch: uuid(options.ports.entropy) })
    : { ...fresh, log: span };
  const tree = await MerkleTree.open(options.ports);
  return new Replication({ ...options, log, tree, state });
}
