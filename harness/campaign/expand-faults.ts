import { type Action, cloudErrors, type Fault, type Step } from "./action.ts";
import { type DrawnWorld, moments, withoutMissing } from "./drawn-world.ts";
import type { Sampler } from "./sampler.ts";

export const nemesis = "nemesis";

/** Failpoints at which the nemesis crashes clusters. Some runs never reach them. */
export const failpoints = [
  "lease recorded",
  "user made",
  "user not made",
  "user dropped",
  "user extended",
  "rotation announced",
  "rotation done in the database",
  "rotation recorded",
  "root rotation announced",
  "root rotation done in the database",
  "root rotation recorded",
  "instance token issued",
  "replication messages sent",
  "replication page saved",
  "replication record saved",
  "replication entry saved",
] as const;

const slowestDisk = 30_000;

/** Maximum time in milliseconds between an operation and a fault that is timed close to it. */
const aimMilliseconds = 1_000;

export function faultsOf(
  { sampler, profile, clusters, services, healAt }: DrawnWorld,
  operations: readonly Action[],
): readonly Action[] {
  const { "lose disk": loseDisk = 0, ...others } = withoutMissing(profile.mix.faults, services);
  // A cluster that loses its disk loses leases of database users that no other cluster stores.
  const weights = services.database ? others : { ...others, "lose disk": loseDisk };
  const count = sampler.integer(...profile.faults);
  return moments(sampler, { count, end: healAt }).map((at) => {
    const kind = sampler.weighted(weights);
    const isAimed = profile.aimed > 0 && operations.length > 0 && sampler.chance(profile.aimed);
    const beginsAt = isAimed
      ? Math.max(0, Math.round(sampler.one(operations).at + sampler.between(-aimMilliseconds, aimMilliseconds)))
      : at;
    return { at: beginsAt, by: nemesis, ...faultOf(kind, { sampler, clusters, lasting: profile.lasting }) };
  });
}

function faultOf(
  kind: Fault["do"],
  { sampler, clusters, lasting }: Readonly<{ sampler: Sampler; clusters: readonly string[]; lasting: number }>,
): Step {
  const cluster = sampler.one(clusters);
  const others = clusters.filter((name) => name !== cluster);
  const between: [string, string] = [cluster, others.length > 0 ? sampler.one(others) : cluster];
  const milliseconds = Math.round(sampler.between(200, sampler.chance(lasting) ? 40_000 : 6_000));
  switch (kind) {
    case "partition":
      return { do: kind, between, milliseconds };
    case "black hole":
      return { do: kind, between, oneWay: sampler.chance(0.4), milliseconds };
    case "isolate":
      return { do: kind, cluster, milliseconds };
    case "flapping partition":
      return { do: kind, between, everyMilliseconds: sampler.integer(50, 2_000), milliseconds };
    case "bridge":
    case "pause":
      return { do: kind, cluster, milliseconds };
    case "duplicate frames":
      return { do: kind, between, chance: sampler.integer(1, 8) / 10, milliseconds };
    case "overtaking connections":
      return { do: kind, milliseconds };
    case "narrow network":
      return { do: kind, charactersPerMillisecond: sampler.integer(20, 2_000), milliseconds };
    case "disk trouble":
      return { do: kind, cluster, trouble: sampler.one(["full", "failing"] as const), milliseconds };
    case "lose disk":
      return { do: kind, cluster };
    case "drift clock":
      return { do: kind, cluster, rate: sampler.one([-0.3, -0.05, 0.05, 0.3]), milliseconds };
    case "refuse writes":
      return { do: kind, reason: sampler.one(["read only", "disk full"] as const), milliseconds };
    case "cut transactions":
      return { do: kind, when: sampler.one(["before the commit", "after the commit"] as const), milliseconds };
    case "restart database":
      return { do: kind };
    case "cloud error":
      return { do: kind, action: sampler.one(cloudActions), error: sampler.one(cloudErrors), milliseconds };
    case "slow service":
      return { do: kind, service: eitherService(sampler), factor: sampler.integer(10, 2_000), milliseconds };
    case "slow network":
      return { do: kind, factor: sampler.integer(2, 60), milliseconds };
    case "delay":
      return { do: kind, between, byMilliseconds: sampler.integer(50, 800), milliseconds };
    case "intruder":
      return { do: kind, cluster, id: sampler.one(others.length > 0 ? others : clusters).toLowerCase() };
    case "crash":
      return { do: kind, cluster, milliseconds: sampler.chance(0.6) ? 0 : milliseconds };
    case "crash at failpoint":
      return { do: kind, cluster, failpoint: sampler.one(failpoints) };
    case "slow disk":
      return { do: kind, cluster, factor: sampler.integer(5, slowestDisk), milliseconds };
    case "skew clock":
      return { do: kind, cluster, byMilliseconds: sampler.one([-3_600_000, -30_000, 30_000, 3_600_000]) };
    case "hold commits":
      return { do: kind, milliseconds };
    case "cut service":
      return {
        do: kind,
        cluster,
        service: eitherService(sampler),
        silent: sampler.chance(0.5),
        milliseconds,
      };
  }
}

const cloudActions = ["GetCallerIdentity", "DescribeInstances"] as const;

function eitherService(sampler: Sampler): "database" | "cloud" {
  return sampler.chance(0.7) ? "database" : "cloud";
}
