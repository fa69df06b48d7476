import { randomBytes, randomUUID } from "node:crypto";
import { liveClock } from "#cluster/clock.ts";
import { nodeCryptography } from "#cluster/cryptography.ts";
import { systemEntropy } from "#cluster/entropy.ts";
import { jsonLog } from "#cluster/log.ts";
import { Leases, leaseEnds, tokenStart } from "#engine/core/leases/leases.ts";
import { randomName } from "#engine/core/naming/random-names.ts";
import { ExpiryLanes } from "#engine/core/time/expiry-lanes.ts";
import { leasedUser } from "#engine/database/credentials/dynamic-leases.ts";
import type { Store } from "#engine/ports/store.ts";
import { Seal } from "#engine/seal/seal.ts";
import { mountStorage } from "./mount-storage.ts";

const batchKeys = 1000;

const leasesEach = 10;

const reportEvery = 50_000;

/** Runs `task` on the unsealed content of a cluster's store. Values that `task` writes are encrypted. */
export async function inside(
  store: Store,
  unsealKey: Uint8Array,
  task: (inside: Store) => Promise<void>,
): Promise<void> {
  const ports = {
    store,
    clock: liveClock(),
    entropy: systemEntropy(),
    cryptography: nodeCryptography,
    log: jsonLog({ cluster: "filler", level: "silent" }),
  };
  const noCore = {
    standing: () => ({ clusterId: "", replicationMode: "", lastLogIndex: 0 }),
    ensureRoot: async () => {},
  };
  const open = async (inside: Store) => ({ ...noCore, inside, stop: async () => {} });
  const seal = await Seal.open({ ports, open });
  await seal.unseal(Uint8Array.from(unsealKey));
  await task(seal.requireUnsealed().inside);
  await seal.seal();
}

/**
 * Stores leases of database users in the format of the core, ten for each token. The leases end in
 * one hour to about 31 days.
 */
export async function fillWithLeases(inside: Store, count: number, print: (filled: number) => void): Promise<void> {
  const [clock, entropy] = [liveClock(), systemEntropy()];
  const storage = mountStorage(inside, "");
  const log = jsonLog({ cluster: "filler", level: "silent" });
  const mount = randomUUID();
  const role = { connection: "postgresql", revocationStatements: [] };
  const ends = new ExpiryLanes({ storage, ...leaseEnds, clock, log, due: async () => {} });
  const leases = new Leases({ storage, ends, laneOf: () => `${mount.slice(0, 8)}.${role.connection}` });
  const tokens = Array.from({ length: Math.ceil(count / leasesEach) }, () => tokenStart(randomName(entropy, 24)));
  for (let made = 0; made < count; made++) {
    if (made % reportEvery === 0) print(made);
    const now = clock.now();
    const expiresAt = now + 3_600_000 + Math.floor(Math.random() * 2_700_000_000);
    await leases.add({
      id: `database/creds/reporting/${randomName(entropy, 24)}`,
      mount,
      token: tokens[made % tokens.length] ?? null,
      issuedAt: now,
      lastRenewedAt: null,
      expiresAt,
      lastsUntil: null,
      internal: leasedUser(`v-token-reportin-${randomName(entropy, 20)}-${Math.floor(now / 1000)}`, "reporting", role),
      revocation: { state: "due", at: expiresAt, failures: 0 },
    });
  }
}

/** Stores secrets in the format of the key-value engine at this mount. */
export async function fillWithKeys(
  inside: Store,
  { count, mount }: { count: number; mount: string },
  print: (filled: number) => void,
): Promise<void> {
  for (let made = 0; made < count; made += batchKeys) {
    if (made % reportEvery === 0) print(made);
    await inside.commit(
      Array.from({ length: Math.min(batchKeys, count - made) }, (_, i) => ({
        key: `shared/mount/${mount}/secret/shelf-${Math.floor((made + i) / 100)}/book-${made + i}`,
        value: JSON.stringify({ value: randomBytes(16).toString("hex") }),
      })),
    );
    await new Promise((resolve) => setImmediate(resolve));
  }
}
