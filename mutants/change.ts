/** What {@link file://./mutate-on-load.ts} is told: in which file it replaces what, and which file it leaves behind when it has. */
export type Change = TextChange & Readonly<{ marker: string }>;

/** In which file what is replaced by what; `file` is from the project's folder on. */
export type TextChange = Readonly<{ file: string; find: string; replace: string }>;

/** The environment variable with the {@link Change} as JSON. */
export const changeVariable = "UNDERSTUDY_MUTANT";

/** The text of the change's file with the change in it. Throws when it has not what is to be replaced. */
export function changed(text: string, { file, find, replace }: TextChange): string {
  // A function, or signs such as `$&` in it would mean something.
  const source = text.replace(find, () => replace);
  if (source === text) throw new Error(`${file} has not what is to be replaced`);
  return source;
}
