import type { Instant } from "../../ports/clock.ts";
import type { FilterState } from "../protocol/filtered.ts";
import type { Message } from "../protocol/message.ts";
import type { Addresses, PeerId, SecondaryId } from "../protocol/peer.ts";
import type { Command } from "./command.ts";
import type { ClaimReport } from "./set-member.ts";

/** What a secondary proved when it connected: its own id and its public key, and whether by a certificate of this cluster. */
export type Proven = Readonly<{ cluster?: string; key?: string; isCertified?: boolean }>;

/** A secondary connected. */
export type SecondaryConnected = Readonly<{ now: Instant; peer: SecondaryId; addresses: Addresses }> & Proven;

/** Paths of the mounts that this cluster wrote for since its log and the primary's parted, and of those that the primary lacks itself. */
export type BranchPaths = Readonly<{ mounts: readonly string[]; removed: readonly string[] }>;

/**
 * What can happen to a replica, and when it did. Peers are authenticated before the machine hears of them. `chance`, from 0 to 1, spreads what many
 * clusters do at once; left out, nothing is spread.
 */
export type Input = Readonly<{ now: Instant; chance?: number }> &
  (
    | Readonly<{ type: "tick" }>
    /** What is proven is of a secondary: this cluster knows the one that it dialled, of which only `key` is given. */
    | (Readonly<{ type: "connected"; peer: PeerId; addresses: Addresses }> & Proven)
    /** The connection ended or never came to be; `isRefused` where the other end refused this cluster for good. Connections that the machine itself closed are not told of. */
    | Readonly<{ type: "disconnected"; peer: PeerId; reason: string; isRefused?: true }>
    /**
     * `filterState` comes with a hello; left out, nothing is filtered from its sender. `branch` comes with the beginning of a copy:
     * which mounts what only this cluster has is of. `floor` comes with entries: the first that the log's bytes have room for.
     */
    | Readonly<{
        type: "message";
        from: PeerId;
        message: Message;
        filterState?: FilterState;
        branch?: BranchPaths;
        floor?: number;
      }>
    | Readonly<{ type: "command"; command: Command }>
    /** What the members answered to an inquiry; those that did not are left out. */
    | Readonly<{ type: "standings"; standings: readonly ClaimReport[] }>
  );
