/** What {@link file://./mutate-on-load.ts} is told: in which file it replaces what, and which file it leaves behind when it has. */
export type Change = Readonly<{ file: string; find: string; replace: string; marker: string }>;

/** The environment variable with the {@link Change} as JSON. */
export const changeVariable = "UNDERSTUDY_MUTANT";
