import type { Store } from "../../ports/store.ts";
import { entryFilter, filteredEntry } from "../filters/entry-filter.ts";
import type { OutboundMessage } from "../machine/effects.ts";
import { type Page, sharedPrefix } from "../machine/entry.ts";
import type { Message } from "../machine/message.ts";
import type { WriteLog } from "./write-log.ts";

/** Entries in a frame at most, and characters after which a frame takes no more: large enough to be cheap, small enough to interleave. */
const frameEntries = 512;
const frameCharacters = 1024 * 1024;

/** Keys on a page at most; the same limit of characters holds for pages. */
const pageKeys = 512;

/** A outbound that carries something to a peer. */
export type Carried = Extract<OutboundMessage, { type: "message" | "entries" | "page" }>;

/** The frames of an outbound message, filled from the log and the store as they are now. Throws an Error when the log does not hold its entries. */
export async function* outboundFrames(
  outbound: Carried,
  source: Readonly<{ log: WriteLog; store: Store }>,
): AsyncGenerator<string> {
  switch (outbound.type) {
    case "message":
      return yield messageFrame(outbound.message);
    case "page":
      return yield messageFrame({ type: "page", page: await readPage(outbound, source.store), last: outbound.last });
    case "entries":
      return yield* entriesFrames(outbound, source.log);
  }
}

async function* entriesFrames(
  { after, through, filtered }: Extract<OutboundMessage, { type: "entries" }>,
  log: WriteLog,
): AsyncGenerator<string> {
  let sent = after;
  while (sent < through) {
    const texts = await log.after(sent, Math.min(frameEntries, through - sent));
    if (texts.length === 0) throw new Error(`the log does not hold entry ${sent + 1}`);
    let count = 0;
    let characters = 0;
    while (count < texts.length && characters < frameCharacters) characters += texts[count++]?.length ?? 0;
    // The texts are JSON already, and are not spelt again.
    const shown = texts.slice(0, count).map((text) => filteredEntry(text, filtered));
    yield `{"type":"message","message":{"type":"entries","entries":[${shown.join(",")}]}}`;
    sent += count;
  }
}

/** The next page after the key `after`. What is filtered is passed over, and not read to its end. */
async function readPage({ after, filtered }: Extract<OutboundMessage, { type: "page" }>, store: Store): Promise<Page> {
  const held = entryFilter(filtered);
  const items: (readonly [key: string, value: string])[] = [];
  let characters = 0;
  for (let from = after; ; ) {
    const limit = pageKeys - items.length;
    const found = await store.range({ prefix: sharedPrefix, after: from, limit });
    for (const [key, value] of found) {
      if (characters >= frameCharacters) return { after, through: from, items };
      const end = held(key);
      from = end ?? key;
      if (end !== undefined) continue;
      items.push([key, value]);
      characters += key.length + value.length;
    }
    if (found.length < limit) return { after, through: null, items };
    if (items.length >= pageKeys) return { after, through: from, items };
  }
}

function messageFrame(message: Message): string {
  return JSON.stringify({ type: "message", message });
}
