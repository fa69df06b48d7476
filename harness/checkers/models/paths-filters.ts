import type { Operation } from "../operation.ts";
import { fieldsOf } from "./operator-command.ts";

export type PathsFilter = Readonly<{ mode: string; paths: readonly string[] }>;

const prefix = "sys/replication/performance/primary/paths-filter/";

/** The paths filters that clusters returned, by the id of their secondary. */
export class PathsFilters {
  readonly #filters = new Map<string, PathsFilter | "none">();

  answered({ request: { method, path }, answer }: Pick<Operation, "request" | "answer">): void {
    if (!path.startsWith(prefix)) return;
    const id = path.slice(prefix.length);
    this.#filters.delete(id);
    if (method !== "GET") return;
    if (answer.status === 404) this.#filters.set(id, "none");
    const { mode, paths } = fieldsOf(fieldsOf(answer.body).data);
    if (answer.outcome !== "ok" || typeof mode !== "string" || !Array.isArray(paths)) return;
    this.#filters.set(id, { mode, paths: paths.filter((one) => typeof one === "string") });
  }

  /** Returns the filter of a secondary, "none" if it has none, and undefined if that is unknown. */
  of(id: string | undefined): PathsFilter | "none" | undefined {
    return id === undefined ? undefined : this.#filters.get(id);
  }

  clear(): void {
    this.#filters.clear();
  }
}
