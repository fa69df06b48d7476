/** Names of scenes: groups of related actions of several actors. */
export type SceneName =
  | "filtered copy"
  | "mounts change while away"
  | "write behind a filter"
  | "busy demotion"
  | "power loss"
  | "two branches"
  | "mounts in a row";
