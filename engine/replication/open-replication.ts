import { uuid } from "../core/naming/random-names.ts";
import type { ReplicaObserver } from "../core/storage/replica-observer.ts";
import type { ServeForwarded } from "../core/storage/write-path.ts";
import { steadyTime } from "../core/time/steady-time.ts";
import type { ClusterKeys } from "../ports/cluster-keys.ts";
import { type StoredRecord, storedRecord } from "./machine/record.ts";
import { fresh, restored } from "./machine/state.ts";
import { MerkleTree } from "./merkle/tree.ts";
import { Replication, type ReplicationPorts } from "./replication.ts";
import { newIdentity } from "./runtime/identity.ts";
import { recordKey } from "./runtime/save-plan.ts";
import { WriteLog } from "./runtime/write-log.ts";

/** Opens what the store holds of replication; over a store that holds nothing, replication is disabled. */
export async function openReplication(options: {
  ports: ReplicationPorts;
  /** What the store is encrypted under; undefined where it is not. */
  keys?: ClusterKeys;
  observer: ReplicaObserver;
  serve: ServeForwarded;
}): Promise<Replication> {
  const { store, clock } = options.ports;
  const timeline = steadyTime(clock);
  const text = await store.read(recordKey);
  const stored =
    text === undefined ? undefined : await withIdentity(storedRecord.parse(JSON.parse(text)), options.ports);
  const { log, span } = await WriteLog.open(store, stored?.log ?? fresh.log);
  const state = stored
    ? restored(stored, span, { now: timeline.now(), stretch: uuid(options.ports.entropy) })
    : { ...fresh, log: span };
  const tree = await MerkleTree.open(options.ports);
  return new Replication({ ...options, log, tree, state });
}

/** `stored`, of which a cluster that is in a set has a key; one that was stored before clusters had keys gets one, and has to be given new tokens. */
async function withIdentity(stored: StoredRecord, ports: ReplicationPorts): Promise<StoredRecord> {
  if (stored.role === "disabled" || stored.record.identity) return stored;
  const { credentials: identity } = newIdentity(ports);
  const known: StoredRecord =
    stored.role === "primary"
      ? { ...stored, record: { ...stored.record, identity } }
      : { ...stored, record: { ...stored.record, identity } };
  await ports.store.commit([{ key: recordKey, value: JSON.stringify(known) }]);
  return known;
}
