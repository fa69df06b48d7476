import type { Store } from "../../ports/store.ts";
import { entryFilter, filteredEntry } from "../filters/entry-filter.ts";
import type { OutboundMessage } from "../machine/effects.ts";
import { type TreeAnswer, treeAnswer } from "../merkle/answers.ts";
import type { MerkleTree } from "../merkle/tree.ts";
import { type Page, sharedPrefix } from "../protocol/entry.ts";
import type { Message } from "../protocol/message.ts";
import type { WriteLog } from "./write-log.ts";

const frameEntries = 512;
/** Number of characters in a frame after which no further entry is added. */
const frameCharacters = 1024 * 1024;

const pageKeys = 128;
/** Number of characters on a page after which no further key is added. */
const pageCharacters = 256 * 1024;

export type PeerMessage = Extract<OutboundMessage, { type: "message" | "entries" | "page" }> | TreeAnswer;

export type Source = Readonly<{
  log: WriteLog;
  store: Store;
  tree: MerkleTree;
  pause: () => Promise<void>;
  maxFrameCharacters: () => number;
}>;

/** A frame as text; `through` is the index of its last entry, if it contains entries. */
export type OutboundFrame = Readonly<{ text: string; through?: number }>;

/**
 * Yields the frames of an outbound message, with content that is read from the log and the store when the frame is
 * created. Throws an Error when the log no longer has an entry of the message.
 */
export async function* outboundFrames(outbound: PeerMessage, source: Source): AsyncGenerator<OutboundFrame> {
  switch (outbound.type) {
    case "message":
      return yield { text: messageText(outbound.message) };
    case "page": {
      const page = await readPage(outbound, source);
      return yield {
        text: messageText({ type: "page", page, last: Math.max(outbound.last, source.log.maxVisibleIndex) }),
      };
    }
    case "diff":
      await source.tree.completed();
      return yield { text: messageText(await treeAnswer(outbound, source)) };
    case "nodes":
    case "keys":
      return yield { text: messageText(await treeAnswer(outbound, source)) };
    case "values": {
      const answer = await treeAnswer(outbound, source);
      // The values that were read may be newer than the request.
      const reach = Math.max(outbound.last, source.log.maxVisibleIndex);
      return yield { text: messageText(answer.type === "values" ? { ...answer, last: reach } : answer) };
    }
    case "entries":
      return yield* entriesFrames(outbound, source);
  }
}

async function* entriesFrames(
  { after, through, filtered }: Extract<OutboundMessage, { type: "entries" }>,
  { log, maxFrameCharacters }: Pick<Source, "log" | "maxFrameCharacters">,
): AsyncGenerator<OutboundFrame> {
  let sent = after;
  while (sent < through) {
    const maxCharacters = Math.min(frameCharacters, maxFrameCharacters());
    const texts = await log.after(sent, { limit: Math.min(frameEntries, through - sent), maxCharacters });
    if (texts.length === 0) throw new Error(`the log does not hold entry ${sent + 1}`);
    let count = 0;
    let characters = 0;
    while (count < texts.length && characters < maxCharacters) characters += texts[count++]?.length ?? 0;
    const shown = texts.slice(0, count).map((text) => filteredEntry(text, filtered));
    sent += count;
    yield { text: `{"type":"message","message":{"type":"entries","entries":[${shown.join(",")}]}}`, through: sent };
  }
}

async function readPage(
  { after, filtered }: Extract<OutboundMessage, { type: "page" }>,
  { store, maxFrameCharacters }: Pick<Source, "store" | "maxFrameCharacters">,
): Promise<Page> {
  const held = entryFilter(filtered);
  const maxCharacters = Math.min(pageCharacters, maxFrameCharacters());
  const items: (readonly [key: string, value: string])[] = [];
  let characters = 0;
  let from = after;
  while (items.length < pageKeys && characters < maxCharacters) {
    const bounds = { limit: pageKeys - items.length, maxCharacters: maxCharacters - characters };
    const found = await store.range({ prefix: sharedPrefix, after: from, ...bounds });
    // A store that counts bytes may return fewer keys than requested; only an empty result is the end.
    if (found.length === 0) return { after, through: null, items };
    for (const [key, value] of found) {
      const end = held(key);
      from = end ?? key;
      if (end !== undefined) continue;
      items.push([key, value]);
      characters += key.length + value.length;
    }
  }
  return { after, through: from, items };
}

function messageText(message: Message): string {
  return JSON.stringify({ type: "message", message });
}
