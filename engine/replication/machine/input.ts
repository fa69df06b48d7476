import type { Instant } from "../../ports/clock.ts";
import type { Command } from "./command.ts";
import type { FilterState } from "./filtered.ts";
import type { Message } from "./message.ts";
import type { Addresses, PeerId, SecondaryId } from "./peer.ts";

/** A secondary connected; `cluster` is its own id. */
export type SecondaryConnected = Readonly<{
  now: Instant;
  peer: SecondaryId;
  addresses: Addresses;
  cluster?: string;
}>;

/** What can happen to a replica, and when it did. Peers are authenticated before the machine hears of them. */
export type Input = Readonly<{ now: Instant }> &
  (
    | Readonly<{ type: "tick" }>
    /** `cluster` is the other cluster's own id, if it is a secondary. */
    | Readonly<{ type: "connected"; peer: PeerId; addresses: Addresses; cluster?: string }>
    /** The connection ended or never came to be. Connections that the machine itself closed are not told of. */
    | Readonly<{ type: "disconnected"; peer: PeerId; reason: string }>
    /** `filterState` comes with a hello; left out, nothing is kept back from whoever says it. */
    | Readonly<{ type: "message"; from: PeerId; message: Message; filterState?: FilterState }>
    | Readonly<{ type: "command"; command: Command }>
  );
