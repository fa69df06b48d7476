import type { Store } from "../../ports/store.ts";
import type { Replica } from "../machine/state.ts";
import { withDiscardedPaths } from "./branch.ts";
import type { Event } from "./event.ts";
import type { FilterStates } from "./filter-states.ts";
import type { WriteLog } from "./write-log.ts";

export type StoredFacts = Readonly<{ state: Replica; filterStates: FilterStates; log: WriteLog; store: Store }>;

/**
 * Adds to `event` the filters, the limit of the log, and the paths that a copy or comparison
 * affects, as far as the event needs them. Returns a promise only for events that may need data of
 * the store.
 */
export function withStoredFacts(event: Event, { filterStates, ...knowledge }: StoredFacts): Event | Promise<Event> {
  const filtered = filterStates.completed(event, knowledge.state);
  if (filtered instanceof Promise) return filtered.then((whole) => withFloor(whole, knowledge.log));
  return withDiscardedPaths(withFloor(filtered, knowledge.log), knowledge);
}

function withFloor(event: Event, { floor }: WriteLog): Event {
  if (floor === undefined) return event;
  if (event.type === "message") return event.message.type === "entries" ? { ...event, floor } : event;
  if (event.type !== "command" || event.command.type !== "append") return event;
  return { ...event, command: { ...event.command, floor } };
}
