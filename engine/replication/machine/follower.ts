import type { Instant } from "../../ports/clock.ts";
import type { Letter } from "./effects.ts";
import type { LogSpan } from "./entry.ts";
import { agreement, type History } from "./history.ts";
import type { Message, Told } from "./message.ts";
import type { Addresses, Follower, PeerId } from "./state.ts";

/** What followers are served from. */
export type Serving = Readonly<{ history: History; log: LogSpan }>;

/** A follower and what is sent to it. */
export type Service = readonly [Follower, readonly Letter[]];

/**
 * Entries on their way to a follower at most. Wide enough to fill a link of 100 ms at 40,000 entries a second, and a quarter of the
 * log, so that what is under way is still in the log when it must be sent again.
 */
const windowEntries = 4096;

/** A follower that has just connected. It speaks first. */
export function arrived(peer: PeerId, addresses: Addresses, now: Instant): Follower {
  return { peer, addresses, phase: "greeting", sent: 0, acknowledged: 0, copied: "", unheard: 0, heardAt: now };
}

/** What a follower's message makes of it. Messages that its phase does not know are late ones, and mean nothing but that it lives. */
export function heard(follower: Follower, message: Message, serving: Serving, now: Instant): Service {
  const alive: Follower = { ...follower, unheard: 0, heardAt: now };
  switch (message.type) {
    case "hello":
      return greeted(alive, message, serving);
    case "ack":
      if (alive.phase !== "streaming") return [alive, []];
      return advanced({ ...alive, acknowledged: within(message.index, alive.acknowledged, alive.sent) }, serving);
    case "turned":
      return alive.phase === "copying" ? turned(alive, message, serving) : [alive, []];
    default:
      return [alive, []];
  }
}

/** Sends what the log has and the window allows. */
export function advanced(follower: Follower, serving: Serving): Service {
  if (follower.phase !== "streaming") return [follower, []];
  const { peer, sent, acknowledged } = follower;
  const through = Math.min(serving.log.last, acknowledged + windowEntries);
  if (through <= sent) return [follower, []];
  // It fell so far behind that the log has dropped what comes next.
  if (sent < serving.log.first - 1) return copied(follower, { common: sent, serving });
  return [{ ...follower, sent: through }, [{ type: "entries", to: peer, after: sent, through }]];
}

/** Whether the follower has all there is. */
export function complete({ phase, acknowledged }: Follower, { log }: Serving): boolean {
  return phase === "streaming" && acknowledged === log.last;
}

/** Goes on from the log where that is right and possible; else copies all, or what is left of an unfinished copy. */
function greeted(follower: Follower, hello: Told<"hello">, serving: Serving): Service {
  const { peer } = follower;
  const { history, log } = serving;
  const common = agreement({ history: hello.history, last: hello.reach }, { history, last: log.last });
  const here: Follower = { ...follower, sent: hello.index, acknowledged: hello.index };
  if (common < hello.reach || hello.index < log.first - 1) return copied(follower, { common, serving });
  if (hello.copied !== null) return copiedFrom(here, { common, copiedKey: hello.copied, serving });
  const stream: Message = { type: "stream", history, after: hello.index, last: log.last };
  const [next, letters] = advanced({ ...here, phase: "streaming" }, serving);
  return [next, [{ type: "message", to: peer, message: stream }, ...letters]];
}

/**
 * Begins a copy. It is fuzzy: a page shows what is there when it is sent, so later pages hold more than the entry the copy began at.
 * Streaming then goes on from that entry, and as entries only put and delete, doing some of them again ends in the same state.
 */
function copied(follower: Follower, { common, serving }: Readonly<{ common: number; serving: Serving }>): Service {
  const { last } = serving.log;
  return copiedFrom({ ...follower, sent: last, acknowledged: last }, { common, copiedKey: "", serving });
}

function copiedFrom(
  follower: Follower,
  { common, copiedKey, serving }: Readonly<{ common: number; copiedKey: string; serving: Serving }>,
): Service {
  const { peer, sent } = follower;
  const copy: Message = { type: "copy", history: serving.history, index: sent, common, after: copiedKey };
  // The place for the Merkle tree: an interval whose hash both sides share needs no page.
  const page: Letter = { type: "page", to: peer, after: copiedKey, last: serving.log.last };
  return [{ ...follower, phase: "copying", copied: copiedKey }, [{ type: "message", to: peer, message: copy }, page]];
}

/** One page at a time: the next goes out when the last is saved. */
function turned(follower: Follower, { through }: Told<"turned">, serving: Serving): Service {
  if (through === null) return advanced({ ...follower, phase: "streaming", copied: "" }, serving);
  return [
    { ...follower, copied: through },
    [{ type: "page", to: follower.peer, after: through, last: serving.log.last }],
  ];
}

/** Letters that close the connections of all `followers`. */
export function dismissals(followers: readonly Follower[], reason: string): readonly Letter[] {
  return followers.filter(({ phase }) => phase !== "away").map(({ peer }) => ({ type: "close", to: peer, reason }));
}

function within(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}
