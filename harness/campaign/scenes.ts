import type { Action, Step } from "./action.ts";
import { type DrawnWorld, keysPerMount, mounts, uniqueValue } from "./drawn-world.ts";
import { nemesis } from "./expand-faults.ts";
import { type BeliefAt, deputy, operator } from "./expand-operations.ts";
import type { Sampler } from "./sampler.ts";
import type { SceneName } from "./scene-names.ts";

/**
 * Groups of related actions of several actors. Their random times rarely coincide if the actions are drawn one by one.
 * In most scenes the deputy operates, because the operator may still be busy with an earlier operation.
 */
const scenes: Readonly<Record<SceneName, (scene: Scene) => readonly Timed[]>> = {
  "filtered copy": filteredCopy,
  "mounts change while away": mountsChangeWhileAway,
  "write behind a filter": writeBehindFilter,
  "busy demotion": busyDemotion,
  "power loss": powerLoss,
  "two branches": twoBranches,
  "mounts in a row": mountsInARow,
};

/** An action of a scene. `at` is the time in milliseconds since the start of the scene. */
type Timed = Readonly<{ at: number; by: string }> & Step;

type Scene = Readonly<{
  sampler: Sampler;
  primary: string;
  other: string;
  clients: readonly string[];
  /** Returns an id for a secondary that no other scene uses. */
  newId: () => string;
  /** The id that `other` probably has as a secondary. */
  id: string;
  value: () => string;
}>;

/** Added latency in milliseconds, so that a copy, a comparison or a forwarded request takes long. */
const delays = [80, 250] as const;
/** Minimum and maximum factor of a slow disk's latency. */
const slowFactors = [1_000, 12_000] as const;
const largeCharacters = [60_000, 150_000] as const;

/** Draws the scenes of a world, each with the probability in the profile. */
export function scenesOf(
  { sampler, profile, clusters, healAt }: DrawnWorld,
  { seed, clients, beliefs }: Readonly<{ seed: number; clients: readonly string[]; beliefs: readonly BeliefAt[] }>,
): readonly Action[] {
  if (clusters.length < 2) return [];
  let count = 0;
  return Object.entries(profile.scenes).flatMap(([name, probability]) => {
    if (!sampler.chance(probability)) return [];
    const begins = sampler.integer(0, Math.round(healAt * 0.75));
    const { primary = "", ids } = beliefs.findLast(({ at }) => at <= begins) ?? beliefs[0] ?? {};
    const other = sampler.one(clusters.filter((name) => name !== primary));
    const id = ids?.get(other) ?? other.toLowerCase();
    const scene = scenes[name as SceneName]({
      ...{ sampler, primary, other, clients, id },
      newId: () => `${other.toLowerCase()}-scene-${++count}`,
      value: () => uniqueValue(seed, `scene${++count}`),
    });
    return scene.map((one) => ({ ...one, at: begins + Math.max(0, Math.round(one.at)) }));
  });
}

/** A cluster becomes a new secondary with a long copy, during which its filter changes and clients write. */
function filteredCopy({ sampler, primary, other, clients, newId, value }: Scene): readonly Timed[] {
  const id = newId();
  const byMilliseconds = sampler.integer(...delays);
  const mode = sampler.chance(0.7) ? "deny" : "allow";
  const filter = (at: number): Timed => ({
    ...{ at, by: deputy, do: "filter", cluster: primary, id, mode },
    mounts: [...sampler.some(mounts.slice(0, 3)), sampler.one(mounts.slice(0, 3))],
  });
  const secret = () => ({ mount: sampler.one(mounts.slice(0, 3)), key: `k${sampler.integer(1, keysPerMount)}` });
  const write = (at: number, size?: number): Timed => ({
    ...{ at, by: sampler.one(clients), do: "write", cluster: primary, ...secret(), value: value() },
    ...(size === undefined ? {} : { size }),
  });
  const during = () => 2_200 + byMilliseconds * sampler.integer(8, 28);
  const changes: Timed[] = Array.from({ length: sampler.integer(1, 2) }, () =>
    sampler.chance(0.6) ? filter(during()) : { at: during(), by: deputy, do: "remove filter", cluster: primary, id },
  );
  return [
    ...Array.from({ length: sampler.integer(4, 7) }, () =>
      write(sampler.integer(0, 1_500), sampler.integer(...largeCharacters)),
    ),
    { at: 2_000, by: nemesis, do: "delay", between: [primary, other], byMilliseconds, milliseconds: 15_000 },
    ...(sampler.chance(0.6) ? [filter(2_100)] : []),
    // A secondary must leave its set before it is enabled anew.
    { at: 2_150, by: deputy, do: "disable replication", cluster: other },
    { at: 2_200, by: deputy, do: "enable secondary", cluster: other, of: primary, id },
    ...changes.toSorted((one, next) => one.at - next.at),
    ...Array.from({ length: sampler.integer(3, 6) }, () => write(during())),
  ];
}

/**
 * A mount is removed, created again and written, and usually removed once more, while a secondary with a filter is
 * partitioned from the primary.
 */
function mountsChangeWhileAway({ sampler, primary, other, clients, id, value }: Scene): readonly Timed[] {
  const mount = sampler.one(mounts.slice(2));
  const by = sampler.one(clients);
  const mode = sampler.chance(0.6) ? "deny" : "allow";
  const listed = mode === "deny" ? [mount] : [mounts[0]];
  return [
    { at: 0, by: deputy, do: "filter", cluster: primary, id, mode, mounts: listed },
    { at: 700, by: nemesis, do: "partition", between: [primary, other], milliseconds: sampler.integer(2_500, 6_000) },
    { at: 900, by: deputy, do: "unmount", cluster: primary, mount },
    { at: 1_100, by: deputy, do: "mount", cluster: primary, mount, local: false },
    ...[1_400, 1_500].map((at): Timed => ({ at, by, do: "write", cluster: primary, mount, key: "k1", value: value() })),
    ...(sampler.chance(0.7) ? [{ at: 1_900, by: deputy, do: "unmount", cluster: primary, mount } as const] : []),
  ];
}

/** Clients write through a secondary to a mount while a filter begins to exclude the mount. */
function writeBehindFilter({ sampler, primary, other, clients, id, value }: Scene): readonly Timed[] {
  const mount = sampler.one(mounts.slice(0, 3));
  const byMilliseconds = sampler.integer(...delays);
  const write = (at: number): Timed => ({
    ...{
      at,
      by: sampler.one(clients),
      do: "write",
      cluster: other,
      mount,
      key: `k${sampler.integer(1, keysPerMount)}`,
    },
    value: value(),
  });
  return [
    { at: 0, by: nemesis, do: "delay", between: [primary, other], byMilliseconds, milliseconds: 4_000 },
    write(200),
    { at: 1_000, by: deputy, do: "filter", cluster: primary, id, mode: "deny", mounts: [mount] },
    ...Array.from({ length: 4 }, () => write(1_002 + sampler.integer(0, byMilliseconds))),
    ...(sampler.chance(0.5) ? [{ at: 3_000, by: deputy, do: "remove filter", cluster: primary, id } as const] : []),
  ];
}

/**
 * A demotion while writes wait for a slow disk, or while a secondary compares its data with the primary. Another
 * cluster is then promoted without force.
 */
function busyDemotion({ sampler, primary, other, clients, id, value }: Scene): readonly Timed[] {
  const write = (at: number): Timed => ({
    ...{ at, by: sampler.one(clients), do: "write", cluster: primary, mount: sampler.one(mounts.slice(0, 3)) },
    ...{ key: `k${sampler.integer(1, keysPerMount)}`, value: value() },
  });
  const writes = Array.from({ length: sampler.integer(4, 8) }, () => write(600 + sampler.integer(0, 1_200)));
  const demotion: readonly Timed[] = [
    { at: 1_200, by: deputy, do: "demote", cluster: primary },
    { at: 3_500, by: deputy, do: "promote", cluster: other, force: false },
  ];
  if (sampler.chance(0.6)) {
    const factor = sampler.integer(...slowFactors);
    return [
      { at: 500, by: nemesis, do: "slow disk", cluster: primary, factor, milliseconds: 2_500 },
      ...writes,
      ...demotion,
    ];
  }
  // The removal of a filter starts a comparison, which takes about ten round trips.
  const byMilliseconds = sampler.integer(...delays);
  const mount = sampler.one(mounts.slice(0, 3));
  const begins = 1_200 - sampler.integer(2, 7) * byMilliseconds;
  return [
    { at: 0, by: deputy, do: "filter", cluster: primary, id, mode: "deny", mounts: [mount] },
    {
      at: Math.max(100, begins - 20),
      by: nemesis,
      do: "delay",
      between: [primary, other],
      byMilliseconds,
      milliseconds: 9_000,
    },
    { at: Math.max(110, begins), by: deputy, do: "remove filter", cluster: primary, id },
    ...writes,
    ...demotion,
  ];
}

/** A cluster with a slow disk loses power during writes. */
function powerLoss({ sampler, primary, other, clients, value }: Scene): readonly Timed[] {
  const cluster = sampler.chance(0.7) ? other : primary;
  const factor = sampler.integer(...slowFactors);
  const writes = Array.from(
    { length: sampler.integer(3, 6) },
    (): Timed => ({
      ...{ at: 200 + sampler.integer(0, 1_500), by: sampler.one(clients), do: "write", cluster: primary },
      ...{ mount: sampler.one(mounts.slice(0, 3)), key: `k${sampler.integer(1, keysPerMount)}`, value: value() },
    }),
  );
  return [
    { at: 0, by: nemesis, do: "slow disk", cluster, factor, milliseconds: 3_000 },
    ...writes,
    { at: sampler.integer(500, 2_500), by: nemesis, do: "crash", cluster, milliseconds: sampler.integer(0, 1_500) },
  ];
}

/**
 * A demoted primary and its secondary are promoted by force at the same time while they are partitioned, and both are
 * written. Later one of them is demoted and gets an update-primary to the other.
 */
function twoBranches({ sampler, primary, other, clients, newId, value }: Scene): readonly Timed[] {
  const [loser, winner] = sampler.chance(0.5) ? [primary, other] : [other, primary];
  const write = (cluster: string): Timed => ({
    ...{ at: 500 + sampler.integer(0, 2_000), by: sampler.one(clients), cluster },
    ...{ mount: sampler.one(mounts.slice(0, 3)), key: `k${sampler.integer(1, keysPerMount)}` },
    ...(sampler.chance(0.8) ? { do: "write", value: value() } : { do: "delete" }),
  });
  return [
    { at: 0, by: nemesis, do: "partition", between: [primary, other], milliseconds: 3_000 },
    { at: 50, by: operator, do: "demote", cluster: primary },
    { at: 200, by: operator, do: "promote", cluster: primary, force: true },
    { at: 200, by: deputy, do: "promote", cluster: other, force: true },
    ...[primary, other].flatMap((cluster) => Array.from({ length: sampler.integer(1, 4) }, () => write(cluster))),
    { at: 3_500, by: operator, do: "demote", cluster: loser },
    { at: 3_700, by: operator, do: "update primary", cluster: loser, of: winner, id: newId() },
  ];
}

/**
 * Mounts are removed and created in quick succession, while a client reads them on a secondary whose disk fails or is
 * slow.
 */
function mountsInARow({ sampler, primary, other, clients, value }: Scene): readonly Timed[] {
  const pair = sampler.chance(0.5) ? mounts.slice(2) : mounts.slice(2).toReversed();
  const by = sampler.one(clients);
  const key = `k${sampler.integer(1, keysPerMount)}`;
  const milliseconds = 4_500;
  const round = (number: number): readonly Timed[] => {
    const [removed = "", created = ""] = number % 2 === 0 ? pair : pair.toReversed();
    const at = 600 + number * 800;
    const secret = { mount: created, key };
    return [
      { at, by: deputy, do: "unmount", cluster: primary, mount: removed },
      { at: at + 5, by: deputy, do: "mount", cluster: primary, mount: created, local: false },
      { at: at + 40, by, do: "write", cluster: primary, ...secret, value: value() },
      ...[42, 60].map((after): Timed => ({ at: at + after, by, do: "read own write", cluster: other, ...secret })),
    ];
  };
  const [first = "", second = ""] = pair;
  return [
    { at: 0, by: deputy, do: "unmount", cluster: primary, mount: second },
    { at: 10, by: deputy, do: "mount", cluster: primary, mount: first, local: false },
    { at: 200, by, do: "write", cluster: primary, mount: first, key, value: value() },
    sampler.chance(0.8)
      ? { at: 500, by: nemesis, do: "disk trouble", cluster: other, trouble: "failing", milliseconds }
      : {
          ...{ at: 500, by: nemesis, do: "slow disk", cluster: other, milliseconds },
          factor: sampler.integer(...slowFactors),
        },
    ...Array.from({ length: 4 }, (_, number) => round(number)).flat(),
  ];
}
