import type { Store } from "../../ports/store.ts";
import { entryFilter, filteredEntry } from "../filters/entry-filter.ts";
import type { OutboundMessage } from "../machine/effects.ts";
import { type Page, sharedPrefix } from "../machine/entry.ts";
import type { Message } from "../machine/message.ts";
import { type TreeAnswer, treeAnswer } from "../merkle/answers.ts";
import type { MerkleTree } from "../merkle/tree.ts";
import type { WriteLog } from "./write-log.ts";

/** Entries in a frame at most, and characters after which a frame takes no more: large enough to be cheap, small enough to interleave. */
const frameEntries = 512;
const frameCharacters = 1024 * 1024;

/** Keys on a page at most, and characters after which it takes no more: its reader saves it at once, which requests wait for, some milliseconds. */
const pageKeys = 128;
const pageCharacters = 256 * 1024;

/** Entries that are read at first, before it is known how long they are. */
const firstEntries = 4;

/** An outbound message that carries something to a peer. */
export type Carried = Extract<OutboundMessage, { type: "message" | "entries" | "page" }> | TreeAnswer;

/** Where the content of outbound messages is read. */
export type Source = Readonly<{ log: WriteLog; store: Store; tree: MerkleTree; pause: () => Promise<void> }>;

/** A frame as text; `through` is the last entry in it, if it has any. */
export type OutboundFrame = Readonly<{ text: string; through?: number }>;

/** The frames of an outbound message, filled from the log and the store as they are now. Throws an Error when the log does not hold its entries. */
export async function* outboundFrames(outbound: Carried, source: Source): AsyncGenerator<OutboundFrame> {
  switch (outbound.type) {
    case "message":
      return yield { text: messageText(outbound.message) };
    case "page": {
      const page = await readPage(outbound, source.store);
      return yield { text: messageText({ type: "page", page, last: Math.max(outbound.last, source.log.reach) }) };
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
      const reach = Math.max(outbound.last, source.log.reach);
      return yield { text: messageText(answer.type === "values" ? { ...answer, last: reach } : answer) };
    }
    case "entries":
      return yield* entriesFrames(outbound, source.log);
  }
}

async function* entriesFrames(
  { after, through, filtered }: Extract<OutboundMessage, { type: "entries" }>,
  log: WriteLog,
): AsyncGenerator<OutboundFrame> {
  let sent = after;
  let likelyCharacters = frameCharacters / firstEntries;
  while (sent < through) {
    const likely = Math.ceil(frameCharacters / likelyCharacters);
    const texts = await log.after(sent, Math.min(frameEntries, likely, through - sent));
    if (texts.length === 0) throw new Error(`the log does not hold entry ${sent + 1}`);
    let count = 0;
    let characters = 0;
    while (count < texts.length && characters < frameCharacters) characters += texts[count++]?.length ?? 0;
    likelyCharacters = Math.max(1, characters / count);
    // The texts are JSON already, and are not spelt again.
    const shown = texts.slice(0, count).map((text) => filteredEntry(text, filtered));
    sent += count;
    yield { text: `{"type":"message","message":{"type":"entries","entries":[${shown.join(",")}]}}`, through: sent };
  }
}

/**
 * The next page after the key `after`. What is filtered is passed over, and not read to its end. As the store is asked for numbers of keys, it is
 * first asked for one, and then for as many as the page has room for at the length that the values had: each that is read and not sent was decrypted
 * for nothing.
 */
async function readPage({ after, filtered }: Extract<OutboundMessage, { type: "page" }>, store: Store): Promise<Page> {
  const held = entryFilter(filtered);
  const items: (readonly [key: string, value: string])[] = [];
  let characters = 0;
  for (let from = after, limit = 1; ; limit = room(items.length, characters)) {
    const found = await store.range({ prefix: sharedPrefix, after: from, limit });
    for (const [key, value] of found) {
      if (characters >= pageCharacters) return { after, through: from, items };
      const end = held(key);
      from = end ?? key;
      if (end !== undefined) continue;
      items.push([key, value]);
      characters += key.length + value.length;
    }
    if (found.length < limit) return { after, through: null, items };
    if (items.length >= pageKeys || characters >= pageCharacters) return { after, through: from, items };
  }
}

/** Keys to read next for a page that has so many of so many characters. */
function room(keys: number, characters: number): number {
  if (keys === 0) return 1;
  return Math.max(
    1,
    Math.min(pageKeys - keys, Math.ceil(((pageCharacters - characters) * keys) / Math.max(1, characters))),
  );
}

function messageText(message: Message): string {
  return JSON.stringify({ type: "message", message });
}
