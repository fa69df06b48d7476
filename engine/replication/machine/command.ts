import type { Instant } from "../../ports/clock.ts";
import type { Credentials } from "../../ports/link.ts";
import type { Change } from "../../ports/store.ts";
import type { FilterState } from "../protocol/filtered.ts";
import type { SecondaryId } from "../protocol/peer.ts";

/**
 * Content of an activation token: the registered name of the secondary, its replication set, the cluster address that
 * it dials, the certificate by which it recognizes the primary there, and a secret that it presents until it has a
 * certificate. `publicKey` is set if the token was encrypted: it is the secondary's key for the encryption.
 */
export type Activation = Readonly<{
  id: string;
  set: string;
  address: string;
  secret: string;
  authority?: string;
  publicKey?: string;
}>;

/**
 * One commit of the write path. On a primary, its shared changes become one entry of the write log, and its local
 * changes are saved with that entry.
 */
export type Batch = Readonly<{ mount: string; shared: readonly Change[]; local: readonly Change[] }>;

/**
 * A command of an operator, of the write path or of a link. The caller supplies the random values (`set`, `era`,
 * `cluster`, `identity`).
 */
export type Command =
  /**
   * `floor` is the first entry that the log keeps under its limit in characters. `filterStates` has the new filters of
   * the secondaries whose filter changes with these batches.
   */
  | Readonly<{
      type: "append";
      batches: readonly Batch[];
      filterStates?: ReadonlyMap<SecondaryId, FilterState>;
      floor?: number;
    }>
  | Readonly<{ type: "enable primary"; set: string; era: string; address: string; identity?: Credentials }>
  /** `certificate` was issued, and `keys` were sent, by the primary when it admitted this cluster. */
  | Readonly<{
      type: "enable secondary";
      activation: Activation;
      cluster: string;
      identity?: Credentials;
      certificate?: string;
      keys?: string;
    }>
  | Readonly<{ type: "demote" }>
  /**
   * `asked` is true when this promotion has already requested the right to lead, or its confirmation, from other
   * clusters.
   */
  | Readonly<{ type: "promote"; force: boolean; era: string; address: string; asked?: boolean }>
  | Readonly<{ type: "update primary"; activation: Activation | null }>
  /** `addresses` are addresses at which a primary admitted this cluster, in the order in which they are dialled. */
  | Readonly<{ type: "update addresses"; addresses: readonly [string, ...string[]] }>
  | Readonly<{ type: "recover" }>
  | Readonly<{ type: "take certificate"; certificate: string }>
  | Readonly<{ type: "disable"; role: "primary" | "secondary" }>
  | Readonly<{ type: "register secondary"; id: string; digest: string; until?: Instant }>
  | Readonly<{ type: "revoke secondary"; id: string }>;
