import type { Instant } from "../../ports/clock.ts";
import type { Credentials } from "../../ports/link.ts";
import type { Change } from "../../ports/store.ts";
import type { FilterState } from "../protocol/filtered.ts";
import type { SecondaryId } from "../protocol/peer.ts";

/**
 * What an activation token hands to a secondary: its name, the set it becomes part of, whom it dials, the certificate by which it knows that cluster, and the
 * secret it shows there once. With `publicKey` it came encrypted to that key of the secondary.
 */
export type Activation = Readonly<{
  id: string;
  set: string;
  address: string;
  secret: string;
  authority?: string;
  publicKey?: string;
}>;

/** One task of the write path: shared changes become an entry, and the local ones are saved with it or not at all. */
export type Batch = Readonly<{ mount: string; shared: readonly Change[]; local: readonly Change[] }>;

/** What an operator, the write path or the link asks of the machine. What is random in it (`set`, `era`, `cluster`, `identity`) comes from the driver. */
export type Command =
  /** `floor` is the first entry that the log's bytes have room for. `filterStates` for secondaries for whom it changes with these batches; the others keep theirs. */
  | Readonly<{
      type: "append";
      batches: readonly Batch[];
      filterStates?: ReadonlyMap<SecondaryId, FilterState>;
      floor?: number;
    }>
  | Readonly<{ type: "enable primary"; set: string; era: string; address: string; identity?: Credentials }>
  /** `certificate` is what the primary issued when it was asked whether it takes this cluster in, and `keys` what it handed over then. */
  | Readonly<{
      type: "enable secondary";
      activation: Activation;
      cluster: string;
      identity?: Credentials;
      certificate?: string;
      keys?: string;
    }>
  | Readonly<{ type: "demote" }>
  /** `asked` says that the demoted cluster was asked for the right to lead already. */
  | Readonly<{ type: "promote"; force: boolean; era: string; address: string; asked?: boolean }>
  | Readonly<{ type: "update primary"; activation: Activation | null }>
  /** `addresses` are those at which the primary took this cluster in, in the order in which they are dialled. */
  | Readonly<{ type: "update addresses"; addresses: readonly [string, ...string[]] }>
  /** A secondary makes sure that it has what its primary has. */
  | Readonly<{ type: "recover" }>
  /** The primary issued this certificate to this cluster. */
  | Readonly<{ type: "take certificate"; certificate: string }>
  | Readonly<{ type: "disable"; role: "primary" | "secondary" }>
  /** Who is not connected by `until` never is. */
  | Readonly<{ type: "register secondary"; id: string; digest: string; until?: Instant }>
  | Readonly<{ type: "revoke secondary"; id: string }>;
