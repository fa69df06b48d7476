export type Change = TextChange & Readonly<{ marker: string }>;

/** A replacement of text in a file. `file` is relative to the project's folder. `find` must occur in it. */
export type TextChange = Readonly<{ file: string; find: string; replace: string }>;

export const changeVariable = "UNDERSTUDY_MUTANT";

/** Returns the file's text with the change applied. Throws if the text does not contain `find`. */
export function changed(text: string, { file, find, replace }: TextChange): string {
  // A function, since `$&` in a replacement string has a special meaning.
  const source = text.replace(find, () => replace);
  if (source === text) throw new Error(`${file} does not contain the text to replace`);
  return source;
}
