import type { Action } from "./action.ts";
import type { Capsule } from "./capsule.ts";
import { clientsOf } from "./prologue.ts";
import type { Schedule } from "./schedule.ts";

/** The clusters and clients that sentences can name. */
const [places, people] = [
  ["Oslo", "Lima", "Kyoto"],
  ["Ada", "Bob", "Jane"],
] as const;
/** Time between two actions is said from here on, in milliseconds. */
const worthSaying = 2_000;

/** A schedule that no sentence can tell of, and why. */
class Unspeakable extends Error {
  override readonly name = "Unspeakable";
}

/** A feature file, and what of the schedule no sentence says; each of that stands in the file as a remark. */
export type Spoken = Readonly<{ text: string; unsaid: readonly string[] }>;

/**
 * The schedule of a capsule as a scenario, for the simulated stage and the live one; checkers judge it as they judge every scenario, so that nothing is
 * asserted. Throws an {@link Unspeakable} when there are more clusters or clients than sentences can name.
 */
export function scenarioOf({ schedule, broken }: Capsule): Spoken {
  const clients = clientsOf(schedule.actions, ["operator", "deputy", "nemesis"]);
  const named = { clusters: naming(schedule.clusters, places), clients: naming(clients, people) };
  const unsaid: string[] = [];
  const told = new Teller(named);
  const lines: string[] = [];
  let at = 0;
  for (const action of schedule.actions) {
    if (action.at - at >= worthSaying) lines.push(`When ${Math.round((action.at - at) / 1000)} seconds pass`);
    at = action.at;
    const said = told.tell(action);
    if (said.length === 0) unsaid.push(action.do);
    lines.push(
      ...(said.length > 0 ? said.map((one) => `When ${one}`) : [`# no sentence says: ${JSON.stringify(action)}`]),
    );
  }
  lines.push(...told.healing().map((one) => `When ${one}`), "When 30 seconds pass");
  const isPartitioned = lines.some((line) => /is partitioned$/.test(line));
  const isBlackHole = lines.some((line) => /drops messages silently$/.test(line));
  const tags = [
    "@needs-replication",
    ...(isPartitioned ? ["@needs-partition"] : []),
    ...(isBlackHole ? ["@needs-black-hole"] : []),
    ...(lines.some((line) => /started again$/.test(line)) ? ["@needs-restart"] : []),
    ...(lines.some((line) => /seconds pass$/.test(line)) ? ["@needs-move-time"] : []),
  ];
  const text = [
    tags.join(" "),
    "Feature: A run that broke a rule",
    `  It broke "${broken.checker}": ${broken.sentence}. Written by understudy from seed ${schedule.seed}.`,
    "",
    "  Scenario: The run once more",
    ...[...beginning(schedule, named), ...lines].map((line) => `    ${line}`),
    "",
  ].join("\n");
  return { text, unsaid };
}

type Names = Readonly<{ clusters: ReadonlyMap<string, string>; clients: ReadonlyMap<string, string> }>;

function naming(names: readonly string[], known: readonly string[]): ReadonlyMap<string, string> {
  if (names.length > known.length) {
    throw new Unspeakable(`it has ${names.length} of what sentences can name ${known.length} of: ${known.join(", ")}`);
  }
  const free = known.filter((name) => !names.includes(name));
  return new Map(names.map((name) => [name, known.includes(name) ? name : (free.shift() ?? name)]));
}

function beginning({ primary, secondaries, services }: Schedule, { clusters, clients }: Names): readonly string[] {
  const name = (cluster: string) => clusters.get(cluster) ?? cluster;
  const others = secondaries.map(name);
  const replicates = others.length > 1 ? "replicate" : "replicates";
  const everywhere = [...clusters.values()];
  return [
    others.length > 0
      ? `Given ${name(primary)} is the primary, and ${others.join(" and ")} ${replicates} from it`
      : `Given ${name(primary)} is enabled as a primary`,
    ...["colours", "shapes", "songs"].map(
      (mount) => `And a key-value engine is mounted at "${mount}" in ${name(primary)}`,
    ),
    ...[...clients.values()].flatMap((client) =>
      everywhere.map(
        (cluster) => `And ${client} is a client of ${cluster} who may "create, read, update, delete, list" on "*"`,
      ),
    ),
    ...everywhere.map((cluster) => `And Olga is an operator of ${cluster}`),
    ...(services.database || services.cloud ? ["# the run had a database or a cloud; no sentence here needs it"] : []),
  ];
}

/** Says actions one after the other, and remembers what is broken by then. */
class Teller {
  readonly #names: Names;
  readonly #broken = new Set<string>();

  constructor(names: Names) {
    this.#names = names;
  }

  /** The sentences of an action; none where there are none for it. */
  tell(action: Action): readonly string[] {
    const cluster = "cluster" in action ? this.#cluster(action.cluster) : "";
    const client = this.#names.clients.get(action.by) ?? "Olga";
    switch (action.do) {
      case "write":
        return [`${client} tries to write "${action.value}" to "${action.mount}/${action.key}" in ${cluster}`];
      case "delete":
        return [`${client} tries to delete "${action.mount}/${action.key}" in ${cluster}`];
      case "read":
      case "read own write":
        return [`${client} tries to read "${action.mount}/${action.key}" in ${cluster}`];
      case "demote":
        return [`Olga tries the operation "primary demote" in ${cluster} with ""`];
      case "promote":
        return [`Olga tries the operation "secondary promote" in ${cluster} with "force=${action.force}"`];
      case "disable replication":
        return [`Olga tries the operation "secondary disable" in ${cluster} with ""`];
      case "enable primary":
        return [`Olga tries the operation "primary enable" in ${cluster} with ""`];
      case "revoke secondary":
        return [`Olga tries the operation "primary revoke-secondary" in ${cluster} with "id=${action.id}"`];
      case "update primary":
        return [`Olga tries to point ${cluster} at ${this.#cluster(action.of)} (update-primary)`];
      case "filter": {
        const filter = `mode=${action.mode}, paths=${action.mounts.map((mount) => `${mount}/`).join(" ")}`;
        return action.mounts.length > 1
          ? []
          : [`Olga tries the operation "primary paths-filter/${action.id}" in ${cluster} with "${filter}"`];
      }
      case "partition":
        return this.#between(action.between, "is partitioned");
      case "black hole":
        return action.oneWay ? [] : this.#between(action.between, "drops messages silently");
      case "isolate":
        return [...this.#names.clusters.keys()].flatMap((other) =>
          other === action.cluster ? [] : this.#between([action.cluster, other], "is partitioned"),
        );
      case "crash":
        return [`${cluster} is killed and started again`];
      default:
        return [];
    }
  }

  /** What ends all that is still broken. */
  healing(): readonly string[] {
    return [...this.#broken].map((link) => `${link} is healed`);
  }

  #between([one, other]: readonly [string, string], what: string): readonly string[] {
    if (one === other) return [];
    const link = `the link between ${this.#cluster(one)} and ${this.#cluster(other)}`;
    this.#broken.add(link);
    return [`${link} ${what}`];
  }

  #cluster(name: string): string {
    return this.#names.clusters.get(name) ?? name;
  }
}
