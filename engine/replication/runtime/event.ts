import type { Input } from "../machine/input.ts";

/** An input without its time, which is that of its turn. */
export type Event = Input extends infer Kind ? (Kind extends Input ? Omit<Kind, "now"> : never) : never;
