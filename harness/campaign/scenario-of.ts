import type { Action } from "./action.ts";
import type { Capsule } from "./capsule.ts";
import { type Names, ScenarioWriter } from "./scenario-writer.ts";
import type { Schedule } from "./schedule.ts";
import { clientsOf } from "./setup.ts";

const [clusterNames, clientNames] = [
  ["Oslo", "Lima", "Kyoto"],
  ["Ada", "Bob", "Jane"],
] as const;
/** Minimum pause between two actions that is written as a step, in milliseconds. */
const minPauseMilliseconds = 2_000;
/**
 * Actions of different actors that are closer than this many milliseconds count as simultaneous. A response takes
 * longer.
 */
const sameMomentMilliseconds = 3;

/** Thrown for a schedule that cannot be written as steps. The message gives the reason. */
class InexpressibleSchedule extends Error {
  override readonly name = "InexpressibleSchedule";
}

/** `text` of a feature file. `unsaid` lists what no step expresses: actions, and sizes of values. */
export type Scenario = Readonly<{ text: string; unsaid: readonly string[] }>;

export type ScenarioOptions = Readonly<{
  /** Operations by which the operator repaired the set after all faults had ended. Default: none. */
  repairs?: readonly Action[];
  /** Whether to read a cluster's status after each operation and all written secrets at the end. Default: false. */
  looks?: boolean;
  /** Text to add to the description of the feature. Default: none. */
  remark?: string | undefined;
}>;

/**
 * Converts the schedule of a capsule into a scenario for the simulated and the live stage. Its steps assert nothing,
 * because checkers judge the history of every scenario. Throws an {@link InexpressibleSchedule} if the schedule has
 * more clusters or clients than there are names for.
 */
export function scenarioOf({ schedule, broken }: Capsule, how: ScenarioOptions = {}): Scenario {
  const { repairs = [], looks = false, remark } = how;
  const clients = clientsOf(schedule.actions, ["operator", "deputy", "nemesis"]);
  const named = { clusters: naming(schedule.clusters, clusterNames), clients: naming(clients, clientNames) };
  const unsaid: string[] = [];
  const lines: string[] = [];
  const writer = new ScenarioWriter(named);
  let at = 0;
  for (const moment of momentsOf([...schedule.actions, ...repairs], schedule.healAt)) {
    const seconds = Math.round((moment.at - at) / 1000);
    if (seconds * 1000 >= minPauseMilliseconds) {
      lines.push(`When ${seconds} seconds pass`);
      at += seconds * 1000;
    }
    if ("heals" in moment) {
      lines.push(...writer.heal(moment.heals));
      continue;
    }
    const combined = writer.together(moment.actions);
    lines.push(...combined);
    for (const action of combined.length > 0 ? [] : moment.actions) {
      const alone = writer.stepsFor(action);
      if (alone.length === 0) unsaid.push(action.do);
      lines.push(...(alone.length > 0 ? alone : [`# no sentence says: ${JSON.stringify(action)}`]));
      if (action.do !== "write" || action.size === undefined) continue;
      unsaid.push("the size of the value");
      lines.push(`# no sentence says that it has ${action.size} characters`);
    }
    if (looks) lines.push(...writer.statuses(moment.actions));
  }
  lines.push("When 30 seconds pass");
  if (looks) lines.push(...writer.readings(schedule.actions));
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

/** Simultaneous actions of different actors, or the links whose faults end at the time `at`. */
type Moment = Readonly<{ at: number } & ({ actions: readonly Action[] } | { heals: readonly [string, string][] })>;

function momentsOf(actions: readonly Action[], healAt: number): readonly Moment[] {
  const moments: Moment[] = [];
  let group: Action[] = [];
  for (const action of actions) {
    const [first] = group;
    const joins = first && action.at - first.at < sameMomentMilliseconds && group.every(({ by }) => by !== action.by);
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
    throw new InexpressibleSchedule(
      `it has ${names.length}, but steps have only ${known.length} names: ${known.join(", ")}`,
    );
  }
  const free = known.filter((name) => !names.includes(name));
  return new Map(names.map((name) => [name, known.includes(name) ? name : (free.shift() ?? name)]));
}

function beginning({ primary, secondaries, services }: Schedule, { clusters, clients }: Names): readonly string[] {
  const name = (cluster: string) => clusters.get(cluster) ?? cluster;
  const others = secondaries.map(name);
  const everywhere = [...clusters.values()];
  return [
    others.length > 0
      ? `Given ${name(primary)} is the primary, and ${others[0]} replicates from it`
      : `Given an operator enables ${name(primary)} as a primary`,
    ...others.slice(1).map((other) => `And an operator enables ${other} as a secondary of ${name(primary)}`),
    ...["colours", "shapes", "songs"].map(
      (mount) => `And an operator writes the secrets engine "${mount}" in ${name(primary)} with "type=kv"`,
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
