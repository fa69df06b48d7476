import type { Store } from "../../ports/store.ts";
import type { Replica } from "../machine/state.ts";
import { withDiscardedPaths } from "./branch.ts";
import type { Event } from "./event.ts";
import type { FilterStates } from "./filter-states.ts";
import type { WriteLog } from "./write-log.ts";

/** What a machine cannot know of itself. */
export type StoredFacts = Readonly<{ state: Replica; filterStates: FilterStates; log: WriteLog; store: Store }>;

/** `event` with all that the machine has to know of filters, of its own log and of what a copy takes away. A promise only where something is read. */
export function withStoredFacts(event: Event, { filterStates, ...knowledge }: StoredFacts): Event | Promise<Event> {
  const filtered = filterStates.completed(event, knowledge.state);
  if (filtered instanceof Promise) return filtered.then((whole) => withFloor(whole, knowledge.log));
  return withDiscardedPaths(withFloor(filtered, knowledge.log), knowledge);
}

/** `event` with the first entry that the log's bytes have room for, if it makes the log longer. */
function withFloor(event: Event, { floor }: WriteLog): Event {
  if (floor === undefined) return event;
  if (event.type === "message") return event.message.type === "entries" ? { ...event, floor } : event;
  if (event.type !== "command" || event.command.type !== "append") return event;
  return { ...event, command: { ...event.command, floor } };
}
