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
