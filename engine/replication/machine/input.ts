import type { Instant } from "../../ports/clock.ts";
import type { FilterState } from "../protocol/filtered.ts";
import type { Message } from "../protocol/message.ts";
import type { Addresses, PeerId, SecondaryId } from "../protocol/peer.ts";
import type { Command } from "./command.ts";
import type { ClaimReport } from "./record/set-member.ts";

/**
 * Proof of a secondary's identity: its cluster id and its public key, and whether it presented a certificate of this
 * cluster.
 */
export type Proven = Readonly<{ cluster?: string; key?: string; isCertified?: boolean }>;

export type SecondaryConnected = Readonly<{ now: Instant; peer: SecondaryId; addresses: Addresses }> & Proven;

/**
 * Paths that a copy or comparison with another primary affects: of mounts with entries that only this cluster has, and
 * of mounts and namespaces that the primary does not have, which are removed. At most 64 paths each.
 */
export type BranchPaths = Readonly<{ mounts: readonly string[]; removed: readonly string[] }>;

/**
 * An input with its time. Peers are authenticated before the state machine receives their messages. `chance`, a random
 * number between 0 and 1, spreads actions of many clusters over time; without it nothing is spread.
 */
export type Input = Readonly<{ now: Instant; chance?: number }> &
  (
    | Readonly<{ type: "tick" }>
    /**
     * `Proven` describes a secondary that connected. For the cluster that this cluster dialled, at most `key` is
     * present.
     */
    | (Readonly<{ type: "connected"; peer: PeerId; addresses: Addresses }> & Proven)
    /**
     * The connection ended or could not be opened; `isRefused` when the other cluster refused this cluster for good.
     * Not an input for connections that the state machine itself closed.
     */
    | Readonly<{ type: "disconnected"; peer: PeerId; reason: string; isRefused?: true }>
    /**
     * The driver adds `filterState` to a hello: the filter of the sender, without which nothing is filtered. It adds
     * `branch` to the first message of a copy or comparison, and `floor` to entries: the first entry that the log keeps
     * under its limit in characters.
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
    | Readonly<{ type: "claim reports"; claimReports: readonly ClaimReport[] }>
  );
