import type { Store } from "../../ports/store.ts";
import { entryFilter, filteredEntry } from "../filters/entry-filter.ts";
import type { OutboundMessage } from "../machine/effects.ts";
import { type TreeAnswer, treeAnswer } from "../merkle/answers.ts";
import type { MerkleTree } from "../merkle/tree.ts";
import { type Page, sharedPrefix } from "../protocol/entry.ts";
import type { Message } from "../protocol/message.ts";
import type { WriteLog } from "./write-log.ts";

/** Entries in a frame at most, and characters after which a frame takes no more: large enough to be cheap, small enough to interleave. */
const frameEntries = 512;
const frameCharacters = 1024 * 1024;

/** Keys on a page at most, and characters after which it takes no more: its reader saves it at once, which requests wait for, some milliseconds. */
const pageKeys = 128;
const pageCharacters = 256 * 1024;

/** An outbound message that carries something to a peer. */
export type PeerMessage = Extract<OutboundMessage, { type: "message" | "entries" | "page" }> | TreeAnswer;

/** Where the content of outbound messages is read. */
export type Source = Readonly<{
  log: WriteLog;
  store: Store;
  tree: MerkleTree;
  pause: () => Promise<void>;
  /** Characters that a frame should carry on this connection, as it is now. */
  maxFrameCharacters: () => number;
}>;

/** A frame as text; `through` is the last entry in it, if it has any. */
export type OutboundFrame = Readonly<{ text: string; through?: number }>;

/** The frames of an outbound message, filled from the log and the store as they are now. Throws an Error when the log does not hold its entries. */
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
      // What was read may be newer than what the question met.
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
    // The texts are JSON already, and are not spelt again.
    const shown = texts.slice(0, count).map((text) => filteredEntry(text, filtered));
    sent += count;
    yield { text: `{"type":"message","message":{"type":"entries","entries":[${shown.join(",")}]}}`, through: sent };
  }
}

/**
 * The next page after the key `after`. What is filtered is passed over, and not read to its end. As many values are read as the page has room for, and no large one
 * beyond: each would be decrypted for nothing, and requests would wait for it.
 */
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
    // A store that counts bytes may end before the page is full: only where nothing follows is the end.
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
