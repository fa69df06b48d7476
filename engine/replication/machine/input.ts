import type { Instant } from "../../ports/clock.ts";
import type { FilterState } from "../protocol/filtered.ts";
import type { Message } from "../protocol/message.ts";
import type { Addresses, PeerId, SecondaryId } from "../protocol/peer.ts";
import type { Command } from "./command.ts";
import type { ClaimReport } from "./record/set-member.ts";

/**
 * Proof of a secondary's identity: its cluster id and its public key, and whether it presented a
 * certificate of this cluster.
 */
export type Proven = Readonly<{ cluster?: string; key?: string; isCertified?: boolean }>;

/** A secondary connected. */
export type SecondaryConnected = Readonly<{ now: Instant; peer: SecondaryId; addresses: Addresses }> & Proven;

/**
 * Paths of mounts that a copy affects: those with entries that only this cluster has, and those
 * that the primary does not have.
 */
export type BranchPaths = Readonly<{ mounts: readonly string[]; removed: readonly string[] }>;

/**
 * An event with its time. Peers are authenticated before the state machine receives their messages.
 * `chance`, between 0 and 1, spreads actions of many clusters; by default nothing is spread.
 */
export type Input = Readonly<{ now: Instant; chance?: number }> &
  (
    | Readonly<{ type: "tick" }>
    /**
     * The proof is that of a secondary. For the cluster that this cluster dialled, only `key` is
     * present.
     */
    | (Readonly<{ type: "connected"; peer: PeerId; addresses: Addresses }> & Proven)
    /**
     * The connection ended or could not be opened; `isRefused` when the other end refused this
     * cluster for good. Not reported for connections that the state machine closed.
     */
    | Readonly<{ type: "disconnected"; peer: PeerId; reason: string; isRefused?: true }>
    /**
     * `filterState` comes with a hello; by default nothing is filtered from its sender. `branch`
     * comes with the beginning of a copy. `floor` comes with entries: the first entry for which the
     * log's limit in bytes has room.
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
    /** Replies of members to an inquiry, without those that did not reply. */
    | Readonly<{ type: "claim reports"; claimReports: readonly ClaimReport[] }>
  );
