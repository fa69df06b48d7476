import type { Heading } from "#harness/history/event.ts";
import type { Checker } from "./checker.ts";
import { checkers } from "./checkers.ts";
import { Roles } from "./models/roles.ts";
import { SecretLog } from "./models/secret-log.ts";

/** Event types that each checker listens to. */
let listenedTo: ReadonlyMap<Checker, readonly string[]> | undefined;

/** Returns the checkers that need only events of the types in `sees`. The others could overlook a broken rule. */
export function decidableWith(sees: Heading["sees"]): readonly Checker[] {
  listenedTo ??= new Map(checkers.map((checker) => [checker, typesOf(checker)]));
  return [...listenedTo].filter(([, types]) => types.every((type) => sees.includes(type))).map(([checker]) => checker);
}

function typesOf(checker: Checker): readonly string[] {
  const { on = {} } = checker.judge({
    heading: { history: 1, by: "", stage: "", play: "", clusters: [], sees: [] },
    models: { roles: new Roles(), secrets: new SecretLog() },
    ...{ broken() {}, undecided() {}, time: () => "" },
  });
  return Object.keys(on);
}
