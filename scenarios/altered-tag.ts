/** Which of its characters is altered: the format of a role tag is not documented. */
const places: Readonly<Record<string, (length: number) => number>> = {
  // What is behind it may be padding, or bits that are never read.
  end: (length) => length - 8,
  middle: (length) => Math.floor(length / 2),
};

/** The value of a role tag with another letter in it, at its "end" or its "middle". Throws for any other place. */
export function alteredTag(value: string, place: string): string {
  const at = places[place]?.(value.length);
  if (at === undefined) throw new Error(`the step knows no ${place} of a tag`);
  return value.slice(0, at) + (value[at] === "A" ? "B" : "A") + value.slice(at + 1);
}
