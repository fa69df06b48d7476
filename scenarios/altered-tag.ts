/** Index of the character to alter in the value of a role tag. The format of a role tag is not documented. */
const places: Readonly<Record<string, (length: number) => number>> = {
  // The characters after this one may be padding, or contain bits that are not read.
  end: (length) => length - 8,
  middle: (length) => Math.floor(length / 2),
};

/** Returns the value of a role tag with one character replaced at its "end" or "middle". Throws for any other place. */
export function alteredTag(value: string, place: string): string {
  const at = places[place]?.(value.length);
  if (at === undefined) throw new Error(`the step knows no ${place} of a tag`);
  return value.slice(0, at) + (value[at] === "A" ? "B" : "A") + value.slice(at + 1);
}

/** Number of characters at the end of a tag that may be padding, or contain bits that are not read. */
const unread = 2;

/** Returns the values that differ from that of a role tag in one character. A digit is replaced by another one. */
export function tagsWithOneOther(value: string): readonly string[] {
  return [...value.slice(0, -unread)].map(
    (character, at) => value.slice(0, at) + replacement(character) + value.slice(at + 1),
  );
}

function replacement(character: string): string {
  if (/\d/.test(character)) return String((Number(character) + 1) % 10);
  return character === "a" ? "b" : "a";
}
