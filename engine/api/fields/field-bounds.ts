import { isRawNumber } from "../json.ts";

/** Maximum size of a field's value. A larger value is refused before it is decoded. */
export type FieldBounds = Readonly<{
  /** Maximum total number of characters of the texts, member names and raw JSON numbers in the value. */
  characters: number;
  /**
   * Maximum number of array items and object members at all levels of the value; 0 for fields of
   * scalar types.
   */
  items: number;
  /** Name of the limit that applies to the value if `characters` is infinite. Default: the limit of the body. */
  by?: string;
}>;

const kibi = 1024;

export const defaultBounds = {
  name: { characters: 64 * kibi, items: 0 },
  text: { characters: 64 * kibi, items: 0 },
  scalar: { characters: kibi, items: 0 },
  list: { characters: 256 * kibi, items: 4 * kibi },
  statements: { characters: 512 * kibi, items: kibi },
  object: { characters: 256 * kibi, items: 4 * kibi },
  /** No bounds. The limit of the body, or a limit that the handler checks, applies instead. */
  document: { characters: Number.POSITIVE_INFINITY, items: Number.POSITIVE_INFINITY },
} as const satisfies Readonly<Record<string, FieldBounds>>;

/**
 * Throws an Error that names the exceeded bound if `value` is too large. If `items` is 0, accepts
 * arrays and objects, because decoders of scalar types refuse them.
 */
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
    // Types without items refuse arrays and objects themselves, with the reference's text.
    if (itemsLeft < 0 && items > 0) throw new Error(`more than ${items} items`);
    if (itemsLeft < 0) return;
    for (const name of names ?? []) charactersLeft -= name.length;
    for (const inner of Object.values(one)) waiting.push(inner);
  }
}

function lengthOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  return isRawNumber(value) ? JSON.stringify(value).length : 0;
}
