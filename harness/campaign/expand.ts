import type { Action, Work } from "./action.ts";
import { type DrawnWorld, keysPerMount, moments, mounts, uniqueValue, withoutMissing } from "./drawn-world.ts";
import { faultsOf } from "./expand-faults.ts";
import { type BeliefAt, operationsOf } from "./expand-operations.ts";
import { interruptedCopy } from "./interrupted-copies.ts";
import type { Profile } from "./profile.ts";
import { type Sampler, samplerFrom } from "./sampler.ts";
import { scenesOf } from "./scenes.ts";
import type { Schedule } from "./schedule.ts";

const cities = ["Oslo", "Lima", "Kyoto", "Accra", "Quito"] as const;
const people = ["Ada", "Ben", "Chen", "Dina", "Emil"] as const;
/** Minimum and maximum length of a large secret in characters. */
const largeCharacters = [100_000, 250_000] as const;

const burstMilliseconds = 2_500;

/** Expands a seed into a schedule. The result depends only on the seed and the profile. */
export function expand(seed: number, profile: Profile): Schedule {
  const sampler = samplerFrom(seed, "schedule");
  const count = (range: readonly [number, number]) => sampler.integer(...range);
  const clusters = cities.slice(0, count(profile.clusters));
  const secondaries = clusters.slice(1).filter((_, index) => index === 0 || sampler.chance(profile.enabledSecondaries));
  const services = { database: sampler.chance(profile.database), cloud: sampler.chance(profile.cloud) };
  const healAt = count(profile.seconds) * 1000;
  const world: DrawnWorld = { sampler, profile, clusters, services, healAt };
  const primary = clusters[0] ?? "";
  const work = workOf(world, seed);
  const first = { primary, secondaries: new Map(secondaries.map((name) => [name, name.toLowerCase()])) };
  const beliefs: BeliefAt[] = [{ at: 0, primary, ids: new Map(first.secondaries) }];
  const operations = operationsOf(world, first, (belief) => void beliefs.push(belief));
  const clients = [...new Set(work.map(({ by }) => by))];
  const drawnScenes = clients.length === 0 ? [] : scenesOf(world, { seed, clients, beliefs });
  const disturbed = [...work, ...operations, ...faultsOf(world, operations)];
  const by = work[0]?.by ?? people[0];
  const parting = partingWrites(operations, { sampler, by, seed });
  const stranded =
    profile.stranded > 0 && sampler.chance(profile.stranded)
      ? interruptedCopy(world, { at: sampler.integer(0, healAt / 2), by, seed })
      : [];
  const actions = [...disturbed, ...parting, ...drawnScenes, ...stranded].toSorted((one, other) => one.at - other.at);
  return { seed, clusters, primary, secondaries, services, actions, healAt };
}

function workOf({ sampler, profile, clusters, services, healAt }: DrawnWorld, seed: number): readonly Action[] {
  const clients = people.slice(0, sampler.integer(...profile.clients));
  const homes = new Map(clients.map((name) => [name, sampler.one(clusters)]));
  const weights = withoutMissing(profile.mix.work, services);
  return workMoments({ sampler, profile, healAt }).map((at, index) => {
    const by = sampler.one(clients);
    const cluster = sampler.chance(0.7) ? (homes.get(by) ?? "") : sampler.one(clusters);
    const secret = { cluster, mount: sampler.one(mounts.slice(0, 3)), key: `k${sampler.integer(1, keysPerMount)}` };
    const done = workFor(sampler.weighted(weights), { secret, value: uniqueValue(seed, `v${index}`), sampler });
    if (done.do !== "write" || profile.large === 0 || !sampler.chance(profile.large)) return { at, by, ...done };
    return { at, by, ...done, size: sampler.integer(...largeCharacters) };
  });
}

/** Maximum time in milliseconds between a promotion and a write to the promoted cluster. */
const afterPromotion = 800;

/**
 * Draws a client's write at the time of each revocation of a secondary, so that entries are in transit to it, and after
 * some promotions, so that branches of the log differ.
 */
function partingWrites(
  operations: readonly Action[],
  { sampler, by, seed }: Readonly<{ sampler: Sampler; by: string; seed: number }>,
): readonly Action[] {
  const write = (at: number, cluster: string, name: string): Action => {
    const secret = { cluster, mount: sampler.one(mounts.slice(0, 3)), key: `k${sampler.integer(1, keysPerMount)}` };
    return { at, by, do: "write", ...secret, value: uniqueValue(seed, name) };
  };
  return operations.flatMap((one, index) => {
    if (one.do === "revoke secondary") return [write(one.at, one.cluster, `parting${index}`)];
    if (one.do !== "promote" || !sampler.chance(0.6)) return [];
    return [write(one.at + sampler.integer(10, afterPromotion), one.cluster, `promoted${index}`)];
  });
}

function workMoments({
  sampler,
  profile,
  healAt,
}: Pick<DrawnWorld, "sampler" | "profile" | "healAt">): readonly number[] {
  const count = sampler.integer(...profile.work);
  if (profile.bursts === 0) return moments(sampler, { count, end: healAt });
  const begun = moments(sampler, { count: profile.bursts, end: healAt - burstMilliseconds });
  const within = moments(sampler, { count, end: burstMilliseconds });
  return within.map((at) => sampler.one(begun) + at).toSorted((one, other) => one - other);
}

function workFor(
  kind: Work["do"],
  {
    secret,
    value,
    sampler,
  }: Readonly<{ secret: Readonly<{ cluster: string; mount: string; key: string }>; value: string; sampler: Sampler }>,
): Work {
  switch (kind) {
    case "write":
      return { do: kind, ...secret, value };
    case "delete":
    case "read":
    case "read own write":
      return { do: kind, ...secret };
    case "write version":
    case "write in namespace":
      return { do: kind, cluster: secret.cluster, key: secret.key, value };
    case "change cloud role":
    case "change user":
      return { do: kind, cluster: secret.cluster, policy: value };
    case "get credentials by token":
      return { do: kind, cluster: secret.cluster, below: sampler.chance(0.6) };
    case "renew credentials at the end":
      return { do: kind, cluster: secret.cluster, milliseconds: sampler.integer(0, 300) };
    case "read version":
    case "read in namespace":
      return { do: kind, cluster: secret.cluster, key: secret.key };
    default:
      return { do: kind, cluster: secret.cluster };
  }
}
