import type { Instant } from "../../ports/clock.ts";
import type { Credentials } from "../../ports/link.ts";
import type { Change } from "../../ports/store.ts";
import type { FilterState } from "../protocol/filtered.ts";
import type { SecondaryId } from "../protocol/peer.ts";

/**
 * Content of an activation token: the secondary's name, its replication set, the address that it
 * dials, the certificate that identifies the cluster there, and a secret that it presents once.
 * `publicKey` is the key of the secondary to which the token was encrypted, if it was.
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
 * One commit of the write path: its shared changes become an entry, and its local changes are saved
 * with it.
 */
export type Batch = Readonly<{ mount: string; shared: readonly Change[]; local: readonly Change[] }>;

/**
 * A command of an operator, of the write path or of a link. The driver supplies random values
 * (`set`, `era`, `cluster`, `identity`).
 */
export type Command =
  /**
   * `floor` is the first entry for which the log's limit in bytes has room. `filterStates` has the
   * secondaries whose filter changes with these batches.
   */
  | Readonly<{
      type: "append";
      batches: readonly Batch[];
      filterStates?: ReadonlyMap<SecondaryId, FilterState>;
      floor?: number;
    }>
  | Readonly<{ type: "enable primary"; set: string; era: string; address: string; identity?: Credentials }>
  /**
   * `certificate` was issued, and `keys` were transferred, by the primary when it admitted this
   * cluster.
   */
  | Readonly<{
      type: "enable secondary";
      activation: Activation;
      cluster: string;
      identity?: Credentials;
      certificate?: string;
      keys?: string;
    }>
  | Readonly<{ type: "demote" }>
  /** `asked` is true when the right to lead was already requested from the demoted cluster. */
  | Readonly<{ type: "promote"; force: boolean; era: string; address: string; asked?: boolean }>
  | Readonly<{ type: "update primary"; activation: Activation | null }>
  /**
   * `addresses` are those at which a primary admitted this cluster, in the order in which they are
   * dialled.
   */
  | Readonly<{ type: "update addresses"; addresses: readonly [string, ...string[]] }>
  /** Compares the secondary's data with those of its primary. */
  | Readonly<{ type: "recover" }>
  /** Stores the certificate that the primary issued to this cluster. */
  | Readonly<{ type: "take certificate"; certificate: string }>
  | Readonly<{ type: "disable"; role: "primary" | "secondary" }>
  /** `until` is the time until which the secondary has to connect for the first time. */
  | Readonly<{ type: "register secondary"; id: string; digest: string; until?: Instant }>
  | Readonly<{ type: "revoke secondary"; id: string }>;
