import type { Action, Operation } from "./action.ts";
import { type DrawnWorld, moments, mounts, withoutMissing } from "./drawn-world.ts";

/** Names of the two operators. They work concurrently, without coordination. */
export const [operator, deputy] = ["operator", "deputy"] as const;

/** The roles that the operators believe the clusters to have, which may be wrong. `secondaries` has ids by cluster. */
export type Belief = { primary: string; readonly secondaries: Map<string, string> };

/** What the operators believe from the time `at` on, in milliseconds. `ids` has the ids of secondaries by cluster. */
export type BeliefAt = Readonly<{ at: number; primary: string; ids: ReadonlyMap<string, string> }>;

/** Draws the operations of a world. `noted` is called with the belief after each draw. */
export function operationsOf(
  world: DrawnWorld,
  belief: Belief,
  noted: (belief: BeliefAt) => void = () => {},
): readonly Action[] {
  const { sampler, profile, healAt, services } = world;
  const { "restore backup": restore = 0, ...others } = withoutMissing(profile.mix.operations, services);
  // An earlier store lacks leases of database users that no other cluster stores.
  const weights = services.database ? others : { ...others, "restore backup": restore };
  const count = sampler.integer(...profile.operations);
  const found: Action[] = [];
  for (const at of moments(sampler, { count, end: healAt })) {
    const done = operation(sampler.weighted(weights), { ...world, belief, number: found.length });
    const placed = done.map((one, index) => ({
      at: at + index * sampler.integer(0, profile.habits.pace),
      by: operator,
      ...one,
    }));
    found.push(...placed);
    noted({ at: placed.at(-1)?.at ?? at, primary: belief.primary, ids: new Map(belief.secondaries) });
    // Both operators promote at the same time, usually different clusters.
    const first = placed.find((one) => one.do === "promote");
    if (first && sampler.chance(profile.habits.rival))
      found.push({ ...first, by: deputy, cluster: sampler.one(world.clusters) });
  }
  return found;
}

function operation(
  kind: Operation["do"],
  world: DrawnWorld & Readonly<{ belief: Belief; number: number }>,
): readonly Operation[] {
  const { sampler, clusters, belief, number, services } = world;
  const { habits } = world.profile;
  // Usually the assumed primary, sometimes any cluster.
  const primary = sampler.chance(0.85) ? belief.primary : sampler.one(clusters);
  const others = clusters.filter((name) => name !== primary);
  const other = others.length > 0 ? sampler.one(others) : primary;
  const id = `${other.toLowerCase()}${sampler.chance(0.6) ? `-${number}` : ""}`;
  const known = belief.secondaries.get(other) ?? other.toLowerCase();
  const mount = sampler.one(mounts.slice(2));
  switch (kind) {
    case "enable primary": {
      const enabling: Operation = { do: kind, cluster: other };
      if (!sampler.chance(0.5)) return [enabling];
      // A new replication set, in which another cluster becomes a secondary.
      const enablingSecondary: Operation = {
        do: "enable secondary",
        cluster: sampler.one(clusters),
        of: other,
        id: `${id}-anew`,
      };
      return [{ do: "disable replication", cluster: other }, enabling, enablingSecondary];
    }
    case "enable secondary":
    case "update primary": {
      belief.secondaries.set(other, id);
      const change: Operation = { do: kind, cluster: other, of: primary, id };
      if (kind === "update primary" || !sampler.chance(habits.impatientDatabases)) return [change];
      return [change, { do: "promote", cluster: other, force: true }, ...updatePrimaries(world, other)];
    }
    case "reuse activation token":
      return [{ do: kind, cluster: other }];
    case "demote": {
      const demotion: Operation = { do: kind, cluster: primary };
      return sampler.chance(habits.takesBack)
        ? [demotion, { do: "promote", cluster: primary, force: true }]
        : [demotion];
    }
    case "promote":
      return promotion(world, { primary, other });
    case "disable replication":
      return [{ do: kind, cluster: other }];
    case "revoke secondary":
      return [{ do: kind, cluster: primary, id: known }];
    case "filter": {
      const all = services.database ? [...mounts, "database"] : mounts;
      const mode = sampler.chance(0.7) ? "deny" : "allow";
      const filter: Operation = { do: kind, cluster: primary, id: known, mode, mounts: [...sampler.some(all)] };
      return sampler.chance(0.5) ? [filter] : [filter, { do: "remove filter", cluster: primary, id: known }];
    }
    case "remove filter":
      return [{ do: kind, cluster: primary, id: known }];
    case "mount":
      // The same path as a local mount of one cluster and as a shared mount.
      if (sampler.chance(0.3)) {
        return [
          { do: kind, cluster: other, mount, local: true },
          { do: kind, cluster: primary, mount, local: false },
        ];
      }
      return [{ do: kind, cluster: sampler.chance(0.7) ? primary : other, mount, local: sampler.chance(0.3) }];
    case "unmount":
      return [
        {
          do: kind,
          cluster: primary,
          mount: services.database && sampler.chance(habits.unmountsDatabase) ? "database" : mount,
        },
      ];
    case "rotate static role":
    case "rotate static role twice":
    case "rotate root":
    case "rekey":
    case "unseal":
      return [{ do: kind, cluster: sampler.one(clusters) }];
    case "back up":
    case "restore backup": {
      const cluster = number % 3 === 0 ? primary : other;
      const failover: readonly Operation[] = [
        { do: "demote", cluster: primary },
        { do: "promote", cluster: other, force: false },
        ...updatePrimaries(world, other),
      ];
      const between = sampler.chance(habits.planned / 2) ? failover : [];
      return [{ do: "back up", cluster }, ...between, { do: "restore backup", cluster }];
    }
    case "seal": {
      const cluster = sampler.one(clusters);
      return sampler.chance(0.2)
        ? [{ do: kind, cluster }]
        : [
            { do: kind, cluster },
            { do: "unseal", cluster },
          ];
    }
  }
}

function promotion(
  { sampler, clusters, belief, number, profile: { habits } }: DrawnWorld & Readonly<{ belief: Belief; number: number }>,
  { primary, other }: Readonly<{ primary: string; other: string }>,
): readonly Operation[] {
  const force = sampler.chance(habits.force);
  const isPlanned = !force && sampler.chance(habits.planned);
  const found: Operation[] = isPlanned ? [{ do: "demote", cluster: primary }] : [];
  found.push({ do: "promote", cluster: other, force });
  // A retry, since the first attempt may have failed.
  if (sampler.chance(0.15)) found.push({ do: "promote", cluster: other, force });
  // A second candidate, by mistake.
  if (sampler.chance(0.15)) found.push({ do: "promote", cluster: sampler.one(clusters), force: false });
  return [...found, ...updatePrimaries({ sampler, clusters, belief, number, profile: { habits } }, other)];
}

/**
 * Records `primary` as the believed primary, and draws an update-primary to it, or rarely a secondary enable, for some
 * of the other clusters.
 */
function updatePrimaries(
  {
    sampler,
    clusters,
    belief,
    number,
    profile: { habits },
  }: Pick<DrawnWorld, "sampler" | "clusters"> &
    Readonly<{ belief: Belief; number: number; profile: Pick<DrawnWorld["profile"], "habits"> }>,
  primary: string,
): readonly Operation[] {
  belief.primary = primary;
  belief.secondaries.delete(primary);
  return clusters.flatMap((cluster): Operation[] => {
    if (cluster === primary || !sampler.chance(habits.updatesPrimary)) return [];
    const id = `${cluster.toLowerCase()}-${number}`;
    belief.secondaries.set(cluster, id);
    return [{ do: sampler.chance(0.85) ? "update primary" : "enable secondary", cluster, of: primary, id }];
  });
}
