import type { Instant } from "../../ports/clock.ts";
import type { Command } from "./command.ts";
import type { Message } from "./message.ts";
import type { Addresses, PeerId } from "./state.ts";

/** What can happen to a replica, and when it did. Peers are authenticated before the machine hears of them. */
export type Input = Readonly<{ now: Instant }> &
  (
    | Readonly<{ type: "tick" }>
    | Readonly<{ type: "connected"; peer: PeerId; addresses: Addresses }>
    /** The connection ended or never came to be. Connections that the machine itself closed are not told of. */
    | Readonly<{ type: "disconnected"; peer: PeerId; reason: string }>
    | Readonly<{ type: "message"; from: PeerId; message: Message }>
    | Readonly<{ type: "command"; command: Command }>
  );
