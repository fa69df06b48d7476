import type { Input } from "../machine/input.ts";

/** An input without its time. The driver adds the time of the step. */
export type Event = Input extends infer Kind ? (Kind extends Input ? Omit<Kind, "now"> : never) : never;
