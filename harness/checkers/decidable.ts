import type { Heading } from "#harness/history/event.ts";
import type { Checker } from "./checker.ts";
import { checkers } from "./checkers.ts";
import { Roles } from "./models/roles.ts";
import { SecretLog } from "./models/secret-log.ts";

/** Returns the checkers that need only events of the types in `sees`. The others could overlook a broken rule. */
export function decidableWith(sees: Heading["sees"]): readonly Checker[] {
  return checkers.filter((checker) => {
    const { on = {} } = checker.judge({
      heading: { history: 1, by: "", stage: "", play: "", clusters: [], sees },
      models: { roles: new Roles(), secrets: new SecretLog() },
      ...{ broken() {}, undecided() {}, time: () => "" },
    });
    return Object.keys(on).every((type) => sees.includes(type));
  });
}
