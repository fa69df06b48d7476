import type { Store } from "../../ports/store.ts";
import type { Letter } from "../machine/effects.ts";
import { type Page, sharedPrefix } from "../machine/entry.ts";
import type { Message } from "../machine/message.ts";
import type { WriteLog } from "./write-log.ts";

/** Entries in a frame at most, and characters after which a frame takes no more: large enough to be cheap, small enough to interleave. */
const frameEntries = 512;
const frameCharacters = 1024 * 1024;

/** Keys on a page at most; the same limit of characters holds for pages. */
const pageKeys = 512;

/** A letter that carries something to a peer. */
export type Carried = Extract<Letter, { type: "message" | "entries" | "page" }>;

/** The frames of a letter, filled from the log and the store as they are now. Throws an Error when the log does not hold its entries. */
export async function* letterFrames(
  letter: Carried,
  source: Readonly<{ log: WriteLog; store: Store }>,
): AsyncGenerator<string> {
  switch (letter.type) {
    case "message":
      return yield messageFrame(letter.message);
    case "page":
      return yield messageFrame({ type: "page", page: await readPage(letter.after, source.store), last: letter.last });
    case "entries":
      return yield* entriesFrames(letter, source.log);
  }
}

async function* entriesFrames(
  { after, through }: Extract<Letter, { type: "entries" }>,
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
    yield `{"type":"message","message":{"type":"entries","entries":[${texts.slice(0, count).join(",")}]}}`;
    sent += count;
  }
}

/** The next page after the key `after`. */
async function readPage(after: string, store: Store): Promise<Page> {
  const found = await store.range({ prefix: sharedPrefix, after, limit: pageKeys });
  let count = 0;
  let characters = 0;
  while (count < found.length && characters < frameCharacters) {
    const [key, value] = found[count++] ?? ["", ""];
    characters += key.length + value.length;
  }
  const items = found.slice(0, count);
  const isLast = count === found.length && found.length < pageKeys;
  return { after, through: isLast ? null : (items.at(-1)?.[0] ?? null), items };
}

function messageFrame(message: Message): string {
  return JSON.stringify({ type: "message", message });
}
