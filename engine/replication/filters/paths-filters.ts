import type { JsonObject } from "../../api/json.ts";
import { Problem } from "../../api/problem.ts";
import type { Change, Store } from "../../ports/store.ts";
import { registeredSecondaries } from "../machine/primary/admission.ts";
import { inRole, type Replica } from "../machine/state.ts";
import { type Filtered, namesOf } from "../protocol/filtered.ts";
import { excludedBy } from "./excluded.ts";
import { checkedFilter, filterPrefix, type PathsFilter } from "./paths-filter.ts";
import { readFilters, readTables } from "./tables.ts";

export const maxFilters = 1024;

export const longestId = 256;

/**
 * Operations of the API on paths filters. Filters are shared data of the primary;
 * `runtime/filter-states.ts` applies them to secondaries. All operations except {@link
 * PathsFilters.excludedFrom} throw a Problem "refused" on a cluster in the wrong role.
 */
export class PathsFilters {
  readonly #store: Store;
  readonly #state: () => Replica;
  readonly #commit: (change: Change) => Promise<void>;

  constructor(options: { store: Store; state: () => Replica; commit: (change: Change) => Promise<void> }) {
    this.#store = options.store;
    this.#state = options.state;
    this.#commit = options.commit;
  }

  /**
   * Sets the filter of this id. A secondary with the id need not exist yet. Throws a Problem "refused" for an invalid
   * filter or id, and when there are already {@link maxFilters} other filters.
   */
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

  /** Throws a Problem "absent" when the filter does not exist. */
  async read(id: string): Promise<PathsFilter> {
    inRole(this.#state(), "primary");
    const filter = (await readFilters(this.#store)).get(id);
    if (!filter) throw new Problem("absent", "");
    return filter;
  }

  async remove(id: string): Promise<void> {
    inRole(this.#state(), "primary");
    if ((await this.#store.read(filterPrefix + id)) === undefined) return;
    await this.#commit({ key: filterPrefix + id, value: null });
  }

  /**
   * Returns the mounts and namespaces that this primary filters from the secondary of this id. Throws a Problem
   * "absent" when there is neither such a secondary nor a filter for the id.
   */
  async onPrimary(id: string): Promise<JsonObject> {
    const { record } = inRole(this.#state(), "primary");
    const tables = await readTables(this.#store);
    const known = record.secondaries.find((one) => one.id === id || one.cluster === id);
    const ids = known ? [known.id, known.cluster].filter((name) => name !== "") : [id];
    if (!known && !tables.filters.has(id)) throw new Problem("absent", "");
    return shown(excludedBy(tables, ids));
  }

  /**
   * Returns the names of the mounts and namespaces that paths filters exclude for the secondary with this registered
   * name; see {@link excludedBy}.
   */
  async excludedFrom(secondary: string): Promise<ReadonlySet<string>> {
    const cluster = registeredSecondaries(this.#state()).find(({ id }) => id === secondary)?.cluster ?? "";
    const ids = [secondary, cluster].filter((id) => id !== "");
    const filters = await readFilters(this.#store);
    if (!ids.some((id) => filters.has(id))) return new Set();
    return new Set(namesOf(excludedBy(await readTables(this.#store), ids)));
  }

  /**
   * Returns the filter that the primary sent to this secondary. Throws a Problem "absent" when `id` is neither the
   * registered name nor the cluster id of this cluster.
   */
  onSecondary(id: string): JsonObject {
    const { record } = inRole(this.#state(), "secondary");
    if (id !== record.id && id !== record.cluster) throw new Problem("absent", "");
    return shown(record.filtered);
  }
}

function shown(filtered: Filtered): JsonObject {
  const pathsOf = (kind: string) =>
    filtered
      .filter(({ name, path }) => name.startsWith(kind) && path !== "")
      .map(({ path }) => path)
      .sort();
  return { dynamic_filtered_mounts: pathsOf("mount/"), dynamic_filtered_namespaces: pathsOf("namespace/") };
}
