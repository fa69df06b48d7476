import type { Input } from "../machine/input.ts";

export type Event = Input extends infer Kind ? (Kind extends Input ? Omit<Kind, "now"> : never) : never;
