import type { Action } from "./action.ts";
import { nemesis } from "./expand-faults.ts";

/** The names that steps use for clusters and clients, by their names in the schedule. */
export type Names = Readonly<{ clusters: ReadonlyMap<string, string>; clients: ReadonlyMap<string, string> }>;

type Row = Readonly<{ request: string; fields: string }>;

/** Converts actions into steps. Remembers which links are broken and which clusters have a backup. */
export class ScenarioWriter {
  readonly #names: Names;
  readonly #broken = new Set<string>();
  readonly #backedUp = new Set<string>();

  constructor(names: Names) {
    this.#names = names;
  }

  /**
   * Returns one step whose table has a row for each action, if there are several actions and each can be a row;
   * otherwise an empty list.
   */
  together(actions: readonly Action[]): readonly string[] {
    const rows = actions.map((action) => ({ action, row: this.#row(action) }));
    if (actions.length < 2 || !rows.every(({ row }) => row !== undefined)) return [];
    return this.#table(rows);
  }

  /** Returns the steps of an action, or an empty list if no step exists for it. */
  stepsFor(action: Action): readonly string[] {
    if (action.do === "delete") return this.#table([{ action, row: this.#row(action) }]);
    return this.#sentences(action).map((sentence) => `When ${sentence}`);
  }

  #sentences(action: Action): readonly string[] {
    const cluster = "cluster" in action ? this.#cluster(action.cluster) : "";
    const client = this.#client(action);
    switch (action.do) {
      case "write":
        return [
          `${client} tries to write the object at "${action.mount}/${action.key}" in ${cluster} with "value=${action.value}"`,
        ];
      case "read":
      case "read own write":
        return [`${client} tries to read the object at "${action.mount}/${action.key}" in ${cluster}`];
      case "disable replication":
        // The steps try both roles, since the cluster's role is unknown here; the wrong one is refused.
        return ["secondary", "primary"].map((part) => `Olga tries to disable the ${part} ${cluster}`);
      case "enable secondary":
        return [
          `Olga tries to create an activation token in ${this.#cluster(action.of)} with "id=${action.id}"`,
          `Olga tries to enable ${cluster} as a secondary with "token={the activation token}"`,
        ];
      case "update primary":
        return [
          `Olga tries to create an activation token in ${this.#cluster(action.of)} with "id=${action.id}"`,
          `Olga tries to update the primary of ${cluster} with "token={the activation token}"`,
        ];
      case "enable primary":
        return [`Olga tries to enable ${cluster} as a primary`];
      case "demote":
        return [`Olga tries to demote ${cluster}`];
      case "promote":
        return [`Olga tries to promote ${cluster} with "force=${action.force}"`];
      case "revoke secondary":
        return [`Olga tries to revoke a secondary in ${cluster} with "id=${action.id}"`];
      case "filter": {
        const paths = JSON.stringify(action.mounts.map((mount) => `${mount}/`));
        return [
          `Olga tries to write the paths filter of "${action.id}" in ${cluster} with 'mode=${action.mode}, paths=${paths}'`,
        ];
      }
      case "partition":
        return this.#between(action.between, "is partitioned");
      case "black hole":
        return action.oneWay ? [] : this.#between(action.between, "drops messages silently");
      case "isolate":
        return [...this.#names.clusters.keys()].flatMap((other) =>
          this.#between([action.cluster, other], "is partitioned"),
        );
      case "crash":
        return [`${cluster} is killed and restarted`];
      case "back up":
        this.#backedUp.add(cluster);
        return [`${cluster} is backed up`];
      case "restore backup":
        return this.#backedUp.has(cluster) ? [`${cluster} is restored from its backup`] : [];
      default:
        return [];
    }
  }

  statuses(actions: readonly Action[]): readonly string[] {
    const clusters = actions.flatMap((action) => {
      const isOperation = !this.#names.clients.has(action.by) && action.by !== nemesis && "cluster" in action;
      return isOperation ? [action.cluster, ...("of" in action ? [action.of] : [])] : [];
    });
    return [...new Set(clusters)].map((name) => this.#reading("sys/replication/performance/status", name));
  }

  /** Returns steps that read, in all clusters, the secrets of the actions `write`. */
  readings(actions: readonly Action[]): readonly string[] {
    const written = actions.flatMap((one) => (one.do === "write" ? [`${one.mount}/${one.key}`] : []));
    const clusters = [...this.#names.clusters.keys()];
    return [...new Set(written)].flatMap((path) => clusters.map((name) => this.#reading(path, name)));
  }

  #reading(path: string, cluster: string): string {
    return `When Olga tries to read the object at "${path}" in ${this.#cluster(cluster)}`;
  }

  /** Returns steps that heal those of `links` that are broken. "*" stands for every other cluster. */
  heal(links: readonly (readonly [string, string])[]): readonly string[] {
    return links.flatMap(([one, other]) => {
      const others = other === "*" ? [...this.#names.clusters.keys()] : [other];
      return others.flatMap((name) => {
        const link = this.#link(one, name);
        return this.#broken.delete(link) ? [`When ${link} is healed`] : [];
      });
    });
  }

  #row(action: Action): Row | undefined {
    switch (action.do) {
      case "write":
        return action.size === undefined
          ? { request: `write ${action.mount}/${action.key}`, fields: `value=${action.value}` }
          : undefined;
      case "delete":
      case "read":
        return { request: `${action.do} ${action.mount}/${action.key}`, fields: "" };
      case "enable primary":
        return { request: "primary enable", fields: "" };
      case "demote":
        return { request: "primary demote", fields: "" };
      case "promote":
        return { request: "secondary promote", fields: `force=${action.force}` };
      case "revoke secondary":
        return { request: "primary revoke-secondary", fields: `id=${action.id}` };
      case "filter": {
        const paths = action.mounts.map((mount) => `${mount}/`).join(",");
        return { request: `primary paths-filter/${action.id}`, fields: `mode=${action.mode}, paths=${paths}` };
      }
      default:
        return undefined;
    }
  }

  #table(rows: readonly Readonly<{ action: Action; row: Row | undefined }>[]): readonly string[] {
    const cells = rows.map(({ action, row }) => {
      const cluster = "cluster" in action ? this.#cluster(action.cluster) : "";
      return [this.#client(action), cluster, row?.request, row?.fields];
    });
    const table = [["client", "cluster", "request", "with"], ...cells];
    return ["When at the same moment:", ...table.map((line) => `  | ${line.join(" | ")} |`)];
  }

  #between([one, other]: readonly [string, string], what: string): readonly string[] {
    if (one === other) return [];
    const link = this.#link(one, other);
    this.#broken.add(link);
    return [`${link} ${what}`];
  }

  #link(...ends: readonly [string, string]): string {
    const [one, other] = [...this.#names.clusters.keys()]
      .filter((name) => ends.includes(name))
      .map((end) => this.#cluster(end));
    return `the link between ${one} and ${other}`;
  }

  #client({ by }: Action): string {
    return this.#names.clients.get(by) ?? "Olga";
  }

  #cluster(name: string): string {
    return this.#names.clusters.get(name) ?? name;
  }
}
