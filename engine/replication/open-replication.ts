import { uuid } from "../core/naming/random-names.ts";
import type { ReplicaObserver } from "../core/storage/replica-observer.ts";
import type { ServeForwarded } from "../core/storage/write-path.ts";
import { steadyTime } from "../core/time/steady-time.ts";
import type { ClusterKeys } from "../ports/cluster-keys.ts";
import { type StoredRecord, storedRecord } from "./machine/record/record.ts";
import { fresh, restored } from "./machine/state.ts";
import { MerkleTree } from "./merkle/tree.ts";
import { Replication, type ReplicationPorts } from "./replication.ts";
import { newIdentity } from "./runtime/identity.ts";
import { recordKey } from "./runtime/save-plan.ts";
import { WriteLog } from "./runtime/write-log.ts";

/** Opens replication from the store; over an empty store it is disabled. */
export async function openReplication(options: {
  ports: ReplicationPorts;
  /** Keys under which the store is encrypted; undefined when it is not encrypted. */
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

/**
 * Adds a key to the record of a cluster in a set if the record was stored before clusters had keys.
 * Such a cluster needs new activation tokens.
 */
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
