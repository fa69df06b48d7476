import type { JsonObject } from "../../api/json.ts";
import { Problem } from "../../api/problem.ts";
import type { Change, Store } from "../../ports/store.ts";
import { registeredSecondaries } from "../machine/primary/admission.ts";
import { inRole, type Replica } from "../machine/state.ts";
import { type Filtered, namesOf } from "../protocol/filtered.ts";
import { excludedBy } from "./excluded.ts";
import { checkedFilter, filterPrefix, type PathsFilter } from "./paths-filter.ts";
import { readFilters, readTables } from "./tables.ts";

/** Filters that there may be: several for each secondary that a primary serves. */
export const maxFilters = 1024;

/** Characters of a filter's id: uuids and names of clusters are shorter. */
export const longestId = 256;

/** The filters as operators see them. They are stored with the primary's shared data; `runtime/filter-states.ts` sees to it that they hold. */
export class PathsFilters {
  readonly #store: Store;
  readonly #state: () => Replica;
  readonly #commit: (change: Change) => Promise<void>;

  constructor(options: { store: Store; state: () => Replica; commit: (change: Change) => Promise<void> }) {
    this.#store = options.store;
    this.#state = options.state;
    this.#commit = options.commit;
  }

  /** Sets the filter of this id, whether or not a secondary has it yet. Throws a Problem "refused" for what is no filter. */
  async write(id: string, filter: Readonly<{ mode: string; paths: readonly string[] }>): Promise<void> {
    inRole(this.#state(), "primary");
    if (id.length > longestId) throw new Problem("refused", `id: must have at most ${longestId} characters`);
    const { filters, namespaces } = await readTables(this.#store);
    const checked = checkedFilter(filter, [...namespaces.values()]);
    if (filters.size >= maxFilters && !filters.has(id)) {
      throw new Problem("refused", `there are ${maxFilters} paths filters, no more fit`);
    }
    await this.#commit({ key: filterPrefix + id, value: JSON.stringify(checked) });
  }

  /** Throws a Problem "absent" when there is no such filter. */
  async read(id: string): Promise<PathsFilter> {
    inRole(this.#state(), "primary");
    const filter = (await readFilters(this.#store)).get(id);
    if (!filter) throw new Problem("absent", "");
    return filter;
  }

  /** Lifts a filter; one that is not there is lifted already. */
  async remove(id: string): Promise<void> {
    inRole(this.#state(), "primary");
    if ((await this.#store.read(filterPrefix + id)) === undefined) return;
    await this.#commit({ key: filterPrefix + id, value: null });
  }

  /** What the primary keeps back from the secondary of this id. Throws a Problem "absent" when it knows neither it nor a filter for it. */
  async onPrimary(id: string): Promise<JsonObject> {
    const { record } = inRole(this.#state(), "primary");
    const tables = await readTables(this.#store);
    const known = record.secondaries.find((one) => one.id === id || one.cluster === id);
    const ids = known ? [known.id, known.cluster].filter((name) => name !== "") : [id];
    if (!known && !tables.filters.has(id)) throw new Problem("absent", "");
    return shown(excludedBy(tables, ids));
  }

  /** The names of all that is kept back from a secondary, by the name it is registered under; see {@link excludedBy}. */
  async excludedFrom(secondary: string): Promise<ReadonlySet<string>> {
    const cluster = registeredSecondaries(this.#state()).find(({ id }) => id === secondary)?.cluster ?? "";
    const ids = [secondary, cluster].filter((id) => id !== "");
    const filters = await readFilters(this.#store);
    if (!ids.some((id) => filters.has(id))) return new Set();
    return new Set(namesOf(excludedBy(await readTables(this.#store), ids)));
  }

  /** What is kept back from this secondary, as far as it was told. Throws a Problem "absent" for the id of another. */
  onSecondary(id: string): JsonObject {
    const { record } = inRole(this.#state(), "secondary");
    if (id !== record.id && id !== record.cluster) throw new Problem("absent", "");
    return shown(record.filtered);
  }
}

/**
 * The dynamic filter, with the reference's field names (reference documentation,
 * "/sys/replication/performance").
 */
function shown(filtered: Filtered): JsonObject {
  const pathsOf = (kind: string) =>
    filtered
      .filter(({ name, path }) => name.startsWith(kind) && path !== "")
      .map(({ path }) => path)
      .sort();
  return { dynamic_filtered_mounts: pathsOf("mount/"), dynamic_filtered_namespaces: pathsOf("namespace/") };
}
