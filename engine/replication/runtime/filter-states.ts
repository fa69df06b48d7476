import { mountsWithKeys } from "../../core/namespaces/shared-places.ts";
import type { Change, Store } from "../../ports/store.ts";
import { excludedBy, sortedByName } from "../filters/excluded.ts";
import { filterPrefix } from "../filters/paths-filter.ts";
import { changesTables, isTableKey, readFilters, readTables, type Tables, withChanges } from "../filters/tables.ts";
import { registeredSecondaries } from "../machine/primary/admission.ts";
import type { Replica } from "../machine/state.ts";
import { type Filtered, type FilterState, namesOf, sameNames } from "../protocol/filtered.ts";
import type { MessageOf } from "../protocol/message.ts";
import { type SecondaryId, upstreamPeer } from "../protocol/peer.ts";
import type { Event } from "./event.ts";
import type { WriteLog } from "./write-log.ts";

/** Names of what is gone that are filtered from one secondary on and on. With more of them it is copied over, which needs none. */
const maxRemoved = 1000;

/** Entries of the log looked through at once. */
const chunkEntries = 512;

/**
 * Says what is filtered from whom: where a secondary greets, and where what is mounted, or a filter, changes with what is appended. A turn
 * asks before it begins, so that the first entry of a new mount is filteredEntry already.
 */
export class FilterStates {
  readonly #store: Store;
  readonly #log: WriteLog;
  /** The tables as they are stored, while this cluster is the primary; without filters it does not matter what is mounted. */
  #tables: Tables | undefined;
  /** The tables as they will be when the turn is saved. */
  #next: Tables | undefined;

  constructor({ store, log }: { store: Store; log: WriteLog }) {
    this.#store = store;
    this.#log = log;
  }

  /** `event` with what the machine has to know of this; the event itself where it does not matter. */
  completed(event: Event, state: Replica): Event | Promise<Event> {
    this.#next = this.#tables;
    if (event.type === "message" && event.message.type === "hello") return this.#forHello(event, event.message, state);
    if (event.type !== "command" || event.command.type !== "append" || state.role !== "primary") return event;
    const { batches } = event.command;
    if (!batches.some(({ shared }) => shared.some(({ key }) => isTableKey(key)))) return event;
    return this.#forAppend(event, { changes: batches.flatMap(({ shared }) => shared), state });
  }

  /** The transition counts, and this is the state now. */
  transitioned({ role }: Replica): void {
    this.#tables = role === "primary" ? this.#next : undefined;
  }

  async #forHello(event: Event, hello: MessageOf<"hello">, state: Replica): Promise<Event> {
    if (event.type !== "message" || event.from === upstreamPeer) return event;
    const ids = idsOf(event.from, state);
    const filters = this.#tables?.filters ?? (await readFilters(this.#store));
    const isFiltered = ids.some((id) => filters.has(id));
    if (!isFiltered && hello.filtered.length === 0 && !state.record?.filtered.length) return event;
    const tables = this.#tables ?? (await readTables(this.#store));
    this.#next = tables;
    const excluded = sortedByName([...missingHere(state, tables), ...excludedBy(tables, ids)]);
    const continued = withRemoved(excluded, hello.filtered, tables);
    // What was away while something was mounted and removed again must not get it from the log.
    const mayContinue =
      continued.length - excluded.length <= maxRemoved &&
      sameNames(namesOf(continued), hello.filtered) &&
      !(isFiltered && (await this.#tablesChangedAfter(hello.index, state)));
    const whenCopied = isFiltered ? await this.#withRemains(excluded, tables) : excluded;
    return { ...event, filterState: { continued: mayContinue ? continued : null, whenCopied } };
  }

  async #forAppend(
    event: Event,
    { changes, state }: Readonly<{ changes: readonly Change[]; state: Replica }>,
  ): Promise<Event> {
    if (event.type !== "command" || event.command.type !== "append" || state.role !== "primary") return event;
    const secondaries = state.secondaries.filter(({ phase }) => phase !== "away" && phase !== "greeting");
    const isFiltering = async () =>
      changes.some(({ key }) => key.startsWith(filterPrefix)) ||
      (this.#tables?.filters ?? (await readFilters(this.#store))).size > 0;
    if (secondaries.length === 0 || !(await isFiltering())) {
      this.#next = undefined;
      return event;
    }
    const before = this.#tables ?? (await readTables(this.#store));
    const after = withChanges(before, changes);
    this.#next = after;
    if (after === before) return event;
    const filterStates = new Map<SecondaryId, FilterState>();
    for (const { peer, filtered } of secondaries) {
      const excluded = sortedByName([...missingHere(state, after), ...excludedBy(after, idsOf(peer, state))]);
      const continued = withRemoved(excluded, namesOf(filtered), after);
      const isShort = continued.length - excluded.length <= maxRemoved;
      if (isShort && isContinuation(namesOf(filtered), namesOf(continued), before)) {
        filterStates.set(peer, { continued, whenCopied: excluded });
      } else {
        const isFiltered = idsOf(peer, state).some((id) => after.filters.has(id));
        filterStates.set(peer, {
          continued: null,
          whenCopied: isFiltered ? await this.#withRemains(excluded, after) : excluded,
        });
      }
    }
    return { ...event, command: { ...event.command, filterStates } };
  }

  /** Whether anything was mounted, moved, removed or filtered with an entry after `index`. */
  async #tablesChangedAfter(index: number, { log }: Replica): Promise<boolean> {
    for (let after = index; after < log.last; after += chunkEntries) {
      const texts = await this.#log.after(after, { limit: Math.min(chunkEntries, log.last - after) });
      if (texts.some(changesTables)) return true;
    }
    return false;
  }

  /** With what mounts left that are gone: it is on its way out, and whose it was cannot be said any more. */
  async #withRemains(excluded: Filtered, { mounts }: Tables): Promise<Filtered> {
    const names = new Set(namesOf(excluded));
    const remains: { name: string; path: string }[] = [];
    for await (const uuid of mountsWithKeys(this.#store)) {
      if (!mounts.has(uuid) && !names.has(`mount/${uuid}`)) remains.push({ name: `mount/${uuid}`, path: "" });
    }
    return sortedByName([...excluded, ...remains]);
  }
}

/** The names of a secondary under which a filter may be: the one it was given, and its own. */
function idsOf(peer: SecondaryId, state: Replica): readonly string[] {
  const cluster = registeredSecondaries(state).find(({ id }) => id === peer)?.cluster ?? "";
  return cluster === "" ? [peer] : [peer, cluster];
}

/** What this cluster itself does not have, because it was filtered from it: it can send it to no secondary. */
function missingHere({ record }: Replica, tables: Tables): Filtered {
  return (record?.filtered ?? []).flatMap(({ name }) => (exists(name, tables) ? [] : { name, path: "" }));
}

function exists(name: string, { mounts, namespaces }: Tables): boolean {
  const [kind, id = ""] = name.split("/");
  return kind === "mount" ? mounts.has(id) : namespaces.has(id);
}

/** `excluded`, and what was filtered `before` and is no more: a secondary that did not get it need not hear of its end. */
function withRemoved(excluded: Filtered, before: readonly string[], tables: Tables): Filtered {
  const names = new Set(namesOf(excluded));
  const departed = before.filter((name) => !names.has(name) && !exists(name, tables));
  return sortedByName([...excluded, ...departed.map((name) => ({ name, path: "" }))]);
}

/** Whether a secondary's data are right for `after` as they were for `before`: nothing came free, and what is filtered now was never there. */
function isContinuation(before: readonly string[], after: readonly string[], tables: Tables): boolean {
  const [old, now] = [new Set(before), new Set(after)];
  return before.every((name) => now.has(name)) && after.every((name) => old.has(name) || !exists(name, tables));
}
