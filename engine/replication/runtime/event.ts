import type { Input } from "../machine/input.ts";

/** An input of the state machine without its time, which the driver adds. */
export type Event = Input extends infer Kind ? (Kind extends Input ? Omit<Kind, "now"> : never) : never;
