import { isRawNumber } from "./json.ts";

/** How much a field takes. A longer value is refused before it is decoded. */
export type FieldBounds = Readonly<{
  /** Characters of all texts, numbers and member names in the value, added up. */
  characters: number;
  /** Items and members at all levels of the value, added up. In a list that is given as text, they are what the commas separate. */
  items: number;
  /** What bounds it where `characters` is infinite. Default: the limit of the body. */
  by?: string;
}>;

const kibi = 1024;

/**
 * The bounds of each field type, unless a field declares its own. A request of default bounds costs some milliseconds of processor time,
 * however its value is built.
 */
export const defaultBounds = {
  name: { characters: 64 * kibi, items: 0 },
  text: { characters: 64 * kibi, items: 0 },
  scalar: { characters: kibi, items: 0 },
  list: { characters: 256 * kibi, items: 4 * kibi },
  statements: { characters: 512 * kibi, items: kibi },
  object: { characters: 256 * kibi, items: 4 * kibi },
  /** A document, whose size the body limit bounds, or a limit of its own. */
  document: { characters: Number.POSITIVE_INFINITY, items: Number.POSITIVE_INFINITY },
} as const satisfies Readonly<Record<string, FieldBounds>>;

/** Throws an Error whose message says what is allowed when `value` has more than `bounds` allow. Reads no further than they reach. */
export function requireWithin(value: unknown, { characters, items }: FieldBounds): void {
  if (characters === Number.POSITIVE_INFINITY && items === Number.POSITIVE_INFINITY) return;
  let charactersLeft = characters;
  let itemsLeft = items;
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const one = waiting.pop();
    charactersLeft -= lengthOf(one);
    if (charactersLeft < 0) throw new Error(`longer than ${characters} characters`);
    if (typeof one !== "object" || one === null || isRawNumber(one)) continue;
    const names = Array.isArray(one) ? undefined : Object.keys(one);
    itemsLeft -= names?.length ?? (one as readonly unknown[]).length;
    // Types that hold no items refuse arrays and objects themselves, as the reference words it.
    if (itemsLeft < 0 && items > 0) throw new Error(`more than ${items} items`);
    if (itemsLeft < 0) return;
    for (const name of names ?? []) charactersLeft -= name.length;
    for (const inner of Object.values(one)) waiting.push(inner);
  }
}

/** Characters of a text or of a number whose form was kept; others have a few at most. */
function lengthOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  return isRawNumber(value) ? JSON.stringify(value).length : 0;
}
