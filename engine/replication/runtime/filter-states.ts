import { mountsWithKeys } from "../../core/namespaces/shared-scopes.ts";
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

/**
 * Maximum number of removed names in the filter of a secondary. With more, all data are compared, after which removed
 * names are no longer needed.
 */
const maxRemoved = 1000;

const chunkEntries = 512;

/**
 * Determines what is filtered from each secondary: when the secondary sends a hello, and when appended entries change a
 * mount, a namespace or a filter. This happens before the step of the state machine, so that even the first entry of a
 * new mount is filtered.
 */
export class FilterStates {
  readonly #store: Store;
  readonly #log: WriteLog;
  #tables: Tables | undefined;
  #next: Tables | undefined;

  constructor({ store, log }: { store: Store; log: WriteLog }) {
    this.#store = store;
    this.#log = log;
  }

  /** Adds the filters that `event` needs, if any. */
  completed(event: Event, state: Replica): Event | Promise<Event> {
    this.#next = this.#tables;
    if (event.type === "message" && event.message.type === "hello") return this.#forHello(event, event.message, state);
    if (event.type !== "command" || event.command.type !== "append" || state.role !== "primary") return event;
    const { batches } = event.command;
    if (!batches.some(({ shared }) => shared.some(({ key }) => isTableKey(key)))) return event;
    return this.#forAppend(event, { changes: batches.flatMap(({ shared }) => shared), state });
  }

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
    // A mount that was created and removed while a secondary was disconnected must not reach it through the log.
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

  async #tablesChangedAfter(index: number, { log }: Replica): Promise<boolean> {
    for (let after = index; after < log.last; after += chunkEntries) {
      const texts = await this.#log.after(after, { limit: Math.min(chunkEntries, log.last - after) });
      if (texts.some(changesTables)) return true;
    }
    return false;
  }

  async #withRemains(excluded: Filtered, { mounts }: Tables): Promise<Filtered> {
    const names = new Set(namesOf(excluded));
    const remains: { name: string; path: string }[] = [];
    for await (const uuid of mountsWithKeys(this.#store)) {
      if (!mounts.has(uuid) && !names.has(`mount/${uuid}`)) remains.push({ name: `mount/${uuid}`, path: "" });
    }
    return sortedByName([...excluded, ...remains]);
  }
}

function idsOf(peer: SecondaryId, state: Replica): readonly string[] {
  const cluster = registeredSecondaries(state).find(({ id }) => id === peer)?.cluster ?? "";
  return cluster === "" ? [peer] : [peer, cluster];
}

function missingHere({ record }: Replica, tables: Tables): Filtered {
  return (record?.filtered ?? []).flatMap(({ name }) => (exists(name, tables) ? [] : { name, path: "" }));
}

function exists(name: string, { mounts, namespaces }: Tables): boolean {
  const [kind, id = ""] = name.split("/");
  return kind === "mount" ? mounts.has(id) : namespaces.has(id);
}

function withRemoved(excluded: Filtered, before: readonly string[], tables: Tables): Filtered {
  const names = new Set(namesOf(excluded));
  const removed = before.filter((name) => !names.has(name) && !exists(name, tables));
  return sortedByName([...excluded, ...removed.map((name) => ({ name, path: "" }))]);
}

/**
 * Returns true when data that conform to the filter `before` also conform to `after`: no name became unfiltered, and
 * each new name in `after` did not exist before.
 */
function isContinuation(before: readonly string[], after: readonly string[], tables: Tables): boolean {
  const [old, now] = [new Set(before), new Set(after)];
  return before.every((name) => now.has(name)) && after.every((name) => old.has(name) || !exists(name, tables));
}
