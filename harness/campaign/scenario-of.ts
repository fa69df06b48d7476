import type { Action } from "./action.ts";
import type { Capsule } from "./capsule.ts";
import { type Names, ScenarioWriter } from "./scenario-writer.ts";
import type { Schedule } from "./schedule.ts";
import { clientsOf } from "./setup.ts";

/** The clusters and clients that sentences can name. */
const [places, people] = [
  ["Oslo", "Lima", "Kyoto"],
  ["Ada", "Bob", "Jane"],
] as const;
/** Time between two actions is said from here on, in milliseconds. */
const worthSaying = 2_000;
/** What different actors ask within so many milliseconds is asked at the same moment: an answer takes longer. */
const sameMoment = 3;

/** A schedule that no sentence can tell of, and why. */
class Unspeakable extends Error {
  override readonly name = "Unspeakable";
}

/** A feature file, and what of the schedule no sentence says; each of that stands in the file as a remark. */
export type Spoken = Readonly<{ text: string; unsaid: readonly string[] }>;

export type HowToSay = Readonly<{
  /** What its operator did once all was healed. Default: nothing. */
  repairs?: readonly Action[];
  /** Whether the operator looks what became of a cluster after each operation, and reads all secrets at the end, as in the run. Default: not. */
  looks?: boolean;
  /** What is said below its heading. Default: nothing. */
  remark?: string | undefined;
}>;

/**
 * The schedule of a capsule as a scenario, for the simulated stage and the live one; checkers judge it as they judge every scenario, so that nothing is
 * asserted. Throws an {@link Unspeakable} when there are more clusters or clients than sentences can name.
 */
export function scenarioOf({ schedule, broken }: Capsule, how: HowToSay = {}): Spoken {
  const { repairs = [], looks = false, remark } = how;
  const clients = clientsOf(schedule.actions, ["operator", "deputy", "nemesis"]);
  const named = { clusters: naming(schedule.clusters, places), clients: naming(clients, people) };
  const unsaid: string[] = [];
  const lines: string[] = [];
  const told = new ScenarioWriter(named);
  let at = 0;
  for (const moment of momentsOf([...schedule.actions, ...repairs], schedule.healAt)) {
    const seconds = Math.round((moment.at - at) / 1000);
    if (seconds * 1000 >= worthSaying) {
      lines.push(`When ${seconds} seconds pass`);
      at += seconds * 1000;
    }
    if ("heals" in moment) {
      lines.push(...told.heal(moment.heals));
      continue;
    }
    const said = told.together(moment.actions);
    lines.push(...said);
    for (const action of said.length > 0 ? [] : moment.actions) {
      const alone = told.tell(action);
      if (alone.length === 0) unsaid.push(action.do);
      lines.push(...(alone.length > 0 ? alone : [`# no sentence says: ${JSON.stringify(action)}`]));
      if (action.do !== "write" || action.size === undefined) continue;
      unsaid.push("the size of what is written");
      lines.push(`# no sentence says that it has ${action.size} characters`);
    }
    if (looks) lines.push(...told.statuses(moment.actions));
  }
  lines.push("When 30 seconds pass");
  if (looks) lines.push(...told.readings(schedule.actions));
  const isPartitioned = lines.some((line) => /is partitioned$/.test(line));
  const isBlackHole = lines.some((line) => /drops messages silently$/.test(line));
  const tags = [
    "@needs-replication",
    ...(isPartitioned ? ["@needs-partition"] : []),
    ...(isBlackHole ? ["@needs-black-hole"] : []),
    ...(lines.some((line) => /started again$/.test(line)) ? ["@needs-restart"] : []),
    ...(lines.some((line) => /is backed up$/.test(line)) ? ["@needs-backup"] : []),
    ...(lines.some((line) => /seconds pass$/.test(line)) ? ["@needs-move-time"] : []),
  ];
  const text = [
    tags.join(" "),
    "Feature: A run that broke a rule",
    `  It broke "${broken.checker}": ${broken.sentence}. Written by understudy from seed ${schedule.seed}.`,
    ...(remark === undefined ? [] : [`  ${remark}`]),
    "",
    "  Scenario: The run once more",
    ...[...beginning(schedule, named), ...lines].map((line) => `    ${line}`),
    "",
  ].join("\n");
  return { text, unsaid };
}

/** What is done at one moment, by different actors, or which links are healed then. */
type Moment = Readonly<{ at: number } & ({ actions: readonly Action[] } | { heals: readonly [string, string][] })>;

/** What happens, in the order of time: a fault of links ends when it is over, at the latest when all is healed. */
function momentsOf(actions: readonly Action[], healAt: number): readonly Moment[] {
  const moments: Moment[] = [];
  let group: Action[] = [];
  for (const action of actions) {
    const [first] = group;
    const joins = first && action.at - first.at < sameMoment && group.every(({ by }) => by !== action.by);
    if (!joins) {
      group = [];
      moments.push({ at: action.at, actions: group });
    }
    group.push(action);
  }
  const heals = actions.flatMap((action): Moment[] =>
    "between" in action && "milliseconds" in action
      ? [{ at: Math.min(action.at + action.milliseconds, healAt), heals: [action.between] }]
      : [],
  );
  const isolations = actions.flatMap((action): Moment[] =>
    action.do === "isolate"
      ? [{ at: Math.min(action.at + action.milliseconds, healAt), heals: [[action.cluster, "*"]] }]
      : [],
  );
  return [...moments, ...heals, ...isolations].toSorted((one, other) => one.at - other.at);
}

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
