import type { Action, Doing, Fault, Operation, Work } from "./action.ts";
import { type Dice, diceFrom, weightsOf } from "./dice.ts";
import type { Profile } from "./profile.ts";
import type { Schedule } from "./schedule.ts";

const cities = ["Oslo", "Lima", "Kyoto", "Accra", "Quito"] as const;
const people = ["Ada", "Ben", "Chen", "Dina", "Emil"] as const;
/** Where the clients' secrets are; the last two come and go. */
const mounts = ["colours", "shapes", "songs", "stones"] as const;
const keysPerMount = 6;

/** Who demotes, promotes and filters; the nemesis breaks things. */
export const [operator, nemesis] = ["operator", "nemesis"] as const;

/** What the operator believes the clusters to be; half of all mistakes are that it is not so. */
type Belief = { primary: string; readonly secondaries: Map<string, string>; demoted: string[] };

/** Expands a seed into a whole world and all that is done in it. The same seed and profile give the same schedule. */
export function expand(seed: number, profile: Profile): Schedule {
  const dice = diceFrom(seed, "schedule");
  const count = (range: readonly [number, number]) => dice.whole(...range);
  const clusters = cities.slice(0, count(profile.clusters));
  const secondaries = clusters.slice(1).filter((_, index) => index === 0 || dice.chance(0.85));
  const services = { database: dice.chance(profile.database), cloud: dice.chance(profile.cloud) };
  const healAt = count(profile.seconds) * 1000;
  const world: World = { dice, profile, clusters, services, healAt };
  const primary = clusters[0] ?? "";
  const actions = [
    ...workOf(world),
    ...operationsOf(world, {
      primary,
      secondaries: new Map(secondaries.map((name) => [name, name.toLowerCase()])),
      demoted: [],
    }),
    ...faultsOf(world),
  ].toSorted((one, other) => one.at - other.at);
  return { seed, clusters, primary, secondaries, services, actions, healAt };
}

type World = Readonly<{
  dice: Dice;
  profile: Profile;
  clusters: readonly string[];
  services: Schedule["services"];
  healAt: number;
}>;

function workOf({ dice, profile, clusters, services, healAt }: World): readonly Action[] {
  const clients = people.slice(0, dice.whole(...profile.clients));
  const homes = new Map(clients.map((name) => [name, dice.one(clusters)]));
  const weights = withoutMissing(profile.mix.work, services);
  return moments(dice, { count: dice.whole(...profile.work), end: healAt }).map((at, index) => {
    const by = dice.one(clients);
    const cluster = dice.chance(0.7) ? (homes.get(by) ?? "") : dice.one(clusters);
    const secret = { cluster, mount: dice.one(mounts.slice(0, 3)), key: `k${dice.whole(1, keysPerMount)}` };
    return { at, by, ...workFor(dice.weighted(weights), secret, `v${index}`) };
  });
}

function workFor(
  kind: Work["do"],
  secret: Readonly<{ cluster: string; mount: string; key: string }>,
  value: string,
): Work {
  switch (kind) {
    case "write":
      return { do: kind, ...secret, value };
    case "delete":
    case "read":
    case "read own write":
      return { do: kind, ...secret };
    default:
      return { do: kind, cluster: secret.cluster };
  }
}

/** Without what a world that has no database or no cloud cannot do. */
function withoutMissing<Name extends string>(
  weights: Readonly<Partial<Record<Name, number>>>,
  { database, cloud }: Schedule["services"],
): Readonly<Partial<Record<Name, number>>> {
  const needsDatabase = /credentials|rotate|commits/;
  const left = weightsOf(weights).filter(
    ([name]) => (database || !needsDatabase.test(name)) && (cloud || !name.includes("cloud")),
  );
  return Object.fromEntries(left) as Partial<Record<Name, number>>;
}

function operationsOf(world: World, belief: Belief): readonly Action[] {
  const { dice, profile, healAt, services } = world;
  const weights = withoutMissing(profile.mix.operations, services);
  const count = dice.whole(...profile.operations);
  const found: Action[] = [];
  for (const at of moments(dice, { count, end: healAt })) {
    const done = operation(dice.weighted(weights), { ...world, belief, number: found.length });
    for (const [index, one] of done.entries())
      found.push({ at: at + index * dice.whole(0, 3000), by: operator, ...one });
  }
  return found;
}

/** One intention of an operator: one operation, or a few that belong together, such as a planned failover. */
function operation(
  kind: Operation["do"],
  world: World & Readonly<{ belief: Belief; number: number }>,
): readonly Operation[] {
  const { dice, clusters, belief, number } = world;
  // Mostly the right cluster, sometimes any.
  const primary = dice.chance(0.85) ? belief.primary : dice.one(clusters);
  const others = clusters.filter((name) => name !== primary);
  const other = others.length > 0 ? dice.one(others) : primary;
  const id = `${other.toLowerCase()}${dice.chance(0.6) ? `-${number}` : ""}`;
  const known = belief.secondaries.get(other) ?? other.toLowerCase();
  const mount = dice.one(mounts.slice(2));
  switch (kind) {
    case "enable primary":
      return [{ do: kind, cluster: other }];
    case "enable secondary":
    case "update primary":
      belief.secondaries.set(other, id);
      return [{ do: kind, cluster: other, of: primary, id }];
    case "reuse activation token":
      return [{ do: kind, cluster: other }];
    case "demote":
      return [{ do: kind, cluster: primary }];
    case "promote":
      return promotion(world, { primary, other });
    case "disable replication":
      return [{ do: kind, cluster: other }];
    case "revoke secondary":
      return [{ do: kind, cluster: primary, id: known }];
    case "filter":
      return [
        {
          do: kind,
          cluster: primary,
          id: known,
          mode: dice.chance(0.7) ? "deny" : "allow",
          mounts: [...dice.some(mounts)],
        },
      ];
    case "remove filter":
      return [{ do: kind, cluster: primary, id: known }];
    case "mount":
      return [{ do: kind, cluster: dice.chance(0.7) ? primary : other, mount, local: dice.chance(0.3) }];
    case "unmount":
      return [{ do: kind, cluster: primary, mount }];
    case "rotate static role":
    case "rotate root":
      return [{ do: kind, cluster: dice.one(clusters) }];
  }
}

/** A failover as the book has it, a promotion without a demotion, or one by force; then, mostly, the rest is pointed at the new primary. */
function promotion(
  { dice, clusters, belief, number }: World & Readonly<{ belief: Belief; number: number }>,
  { primary, other }: Readonly<{ primary: string; other: string }>,
): readonly Operation[] {
  const force = dice.chance(0.25);
  const isPlanned = !force && dice.chance(0.75);
  const found: Operation[] = isPlanned ? [{ do: "demote", cluster: primary }] : [];
  found.push({ do: "promote", cluster: other, force });
  // A second candidate, by mistake.
  if (dice.chance(0.15)) found.push({ do: "promote", cluster: dice.one(clusters), force: false });
  belief.primary = other;
  belief.secondaries.delete(other);
  for (const name of clusters) {
    if (name === other || dice.chance(0.3)) continue;
    const id = `${name.toLowerCase()}-${number}`;
    belief.secondaries.set(name, id);
    found.push({ do: dice.chance(0.85) ? "update primary" : "enable secondary", cluster: name, of: other, id });
  }
  return found;
}

/** Failpoints of the engine that the nemesis knows; a crash at one that is not reached does nothing. */
export const failpoints = [
  "lease recorded",
  "rotation announced",
  "rotation done in the database",
  "root rotation announced",
  "root rotation done in the database",
  "replication messages sent",
] as const;

function faultsOf({ dice, profile, clusters, services, healAt }: World): readonly Action[] {
  const weights = withoutMissing(profile.mix.faults, services);
  const count = dice.whole(...profile.faults);
  return moments(dice, { count, end: healAt }).map((at) => {
    const kind = dice.weighted(weights);
    return { at, by: nemesis, ...faultOf(kind, dice, clusters) };
  });
}

function faultOf(kind: Fault["do"], dice: Dice, clusters: readonly string[]): Doing {
  const cluster = dice.one(clusters);
  const others = clusters.filter((name) => name !== cluster);
  const between: [string, string] = [cluster, others.length > 0 ? dice.one(others) : cluster];
  const milliseconds = Math.round(dice.between(200, dice.chance(0.3) ? 40_000 : 6_000));
  switch (kind) {
    case "partition":
      return { do: kind, between, milliseconds };
    case "black hole":
      return { do: kind, between, oneWay: dice.chance(0.4), milliseconds };
    case "isolate":
      return { do: kind, cluster, milliseconds };
    case "slow network":
      return { do: kind, factor: dice.whole(2, 60), milliseconds };
    case "crash":
      return { do: kind, cluster, milliseconds: dice.chance(0.6) ? 0 : milliseconds };
    case "crash at failpoint":
      return { do: kind, cluster, failpoint: dice.one(failpoints) };
    case "slow disk":
      return { do: kind, cluster, factor: dice.whole(5, 500), milliseconds };
    case "skew clock":
      return { do: kind, cluster, byMilliseconds: dice.one([-3_600_000, -30_000, 30_000, 3_600_000]) };
    case "hold commits":
      return { do: kind, milliseconds };
    case "cut service":
      return {
        do: kind,
        cluster,
        service: dice.chance(0.8) ? "database" : "cloud",
        silent: dice.chance(0.5),
        milliseconds,
      };
  }
}

/** Moments between the beginning and `end`, in order. */
function moments(dice: Dice, { count, end }: Readonly<{ count: number; end: number }>): readonly number[] {
  return Array.from({ length: count }, () => Math.round(dice.between(0, end))).toSorted((one, other) => one - other);
}
