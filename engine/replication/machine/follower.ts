import type { Instant } from "../../ports/clock.ts";
import type { Letter } from "./effects.ts";
import type { LogSpan } from "./entry.ts";
import { agreement, type History } from "./history.ts";
import type { Message, Told } from "./message.ts";
import type { Addresses, SecondaryId } from "./peer.ts";
import type { Follower } from "./state.ts";
import { same, type Withheld, type Withholding } from "./withheld.ts";

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
export function arrived(peer: SecondaryId, addresses: Addresses, now: Instant): Follower {
  const nothing = { sent: 0, acknowledged: 0, copied: "", withheld: [] };
  return { peer, addresses, phase: "greeting", ...nothing, unheard: 0, heardAt: now };
}

/** A message of a follower's, and what is to be kept back from it if it is a hello. */
type Heard = Readonly<{ message: Message; withholding?: Withholding | undefined; now: Instant }>;

/** What a follower's message makes of it. Messages that its phase does not know are late ones, and mean nothing but that it lives. */
export function heard(follower: Follower, { message, withholding, now }: Heard, serving: Serving): Service {
  const alive: Follower = { ...follower, unheard: 0, heardAt: now };
  switch (message.type) {
    case "hello":
      return greeted(alive, message, serving, withholding ?? nothingWithheld(message));
    case "ack":
      if (alive.phase !== "streaming") return [alive, []];
      return advanced({ ...alive, acknowledged: within(message.index, alive.acknowledged, alive.sent) }, serving);
    case "turned":
      return alive.phase === "copying" ? turned(alive, message, serving) : [alive, []];
    case "stream":
    case "copy":
    case "withheld":
    case "entries":
    case "page":
    case "heartbeat":
    case "farewell":
      return [alive, []];
  }
}

/** Sends what the log has and the window allows. */
export function advanced(follower: Follower, serving: Serving): Service {
  if (follower.phase !== "streaming") return [follower, []];
  const { peer, sent, acknowledged, withheld } = follower;
  const through = Math.min(serving.log.last, acknowledged + windowEntries);
  if (through <= sent) return [follower, []];
  // It fell so far behind that the log has dropped what comes next.
  if (sent < serving.log.first - 1) return copied(follower, { common: sent, serving });
  return [{ ...follower, sent: through }, [{ type: "entries", to: peer, after: sent, through, withheld }]];
}

/**
 * Keeps back from a follower what `withholding` says, from the next entry on. Where it has data that it must not have any more, or lacks
 * some that it shall have, it is copied over; in the midst of a copy it has to come back for that, as pages are under way.
 */
export function withholdingFrom(follower: Follower, { continued, anew }: Withholding, serving: Serving): Service {
  const { peer, phase, sent } = follower;
  if (phase === "away" || phase === "greeting") return [follower, []];
  if (continued === null) {
    if (phase === "streaming") return copied({ ...follower, withheld: anew }, { common: sent, serving });
    return [{ ...follower, phase: "away" }, [{ type: "close", to: peer, reason: "what it may have changed" }]];
  }
  if (same(continued, follower.withheld)) return advanced(follower, serving);
  const [next, letters] = advanced({ ...follower, withheld: continued }, serving);
  return [next, [{ type: "message", to: peer, message: { type: "withheld", withheld: continued } }, ...letters]];
}

/** Whether the follower has all there is. */
export function complete({ phase, acknowledged }: Follower, { log }: Serving): boolean {
  return phase === "streaming" && acknowledged === log.last;
}

/** Goes on from the log where that is right and possible; else copies all, or what is left of an unfinished copy. */
function greeted(
  follower: Follower,
  hello: Told<"hello">,
  serving: Serving,
  { continued, anew }: Withholding,
): Service {
  const { peer } = follower;
  const { history, log } = serving;
  const common = agreement({ history: hello.history, last: hello.reach }, { history, last: log.last });
  if (continued === null || common < hello.reach || hello.index < log.first - 1) {
    return copied({ ...follower, withheld: anew }, { common, serving });
  }
  const here: Follower = { ...follower, withheld: continued, sent: hello.index, acknowledged: hello.index };
  if (hello.copied !== null) return copiedFrom(here, { common, copiedKey: hello.copied, serving });
  const stream: Message = { type: "stream", history, after: hello.index, last: log.last, withheld: continued };
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
  const { peer, sent, withheld } = follower;
  const copy: Message = { type: "copy", history: serving.history, index: sent, common, after: copiedKey, withheld };
  // The place for the Merkle tree: an interval whose hash both sides share needs no page.
  const page: Letter = { type: "page", to: peer, after: copiedKey, last: serving.log.last, withheld };
  return [{ ...follower, phase: "copying", copied: copiedKey }, [{ type: "message", to: peer, message: copy }, page]];
}

/** Who was kept from something once is copied over. */
function nothingWithheld({ withheld }: Told<"hello">): Withholding {
  const nothing: Withheld = [];
  return { continued: withheld.length === 0 ? nothing : null, anew: nothing };
}

/** One page at a time: the next goes out when the last is saved. */
function turned(follower: Follower, { through }: Told<"turned">, serving: Serving): Service {
  if (through === null) return advanced({ ...follower, phase: "streaming", copied: "" }, serving);
  const { peer, withheld } = follower;
  return [
    { ...follower, copied: through },
    [{ type: "page", to: peer, after: through, last: serving.log.last, withheld }],
  ];
}

/** Letters that close the connections of all `followers`. */
export function dismissals(followers: readonly Follower[], reason: string): readonly Letter[] {
  return followers.filter(({ phase }) => phase !== "away").map(({ peer }) => ({ type: "close", to: peer, reason }));
}

function within(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}
