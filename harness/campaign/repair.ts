import type { ActorContext } from "./actor.ts";
import type { Operator } from "./operator.ts";

/** Time limit of the repair, and pause between two checks, in virtual milliseconds. */
const bound = { whole: 120_000, pause: 2_500 } as const;
/**
 * Time in milliseconds that a secondary has to start streaming before the operator sends or repeats update-primary. If
 * several primaries are running, all but one must also be fenced within this time.
 */
const graceMilliseconds = 20_000;
/**
 * Maximum time in milliseconds in which the operator tries promotions without force. If none
 * succeeds, the operator uses force, because a lost cluster may be unable to transfer the right to
 * lead.
 */
const unforcedMilliseconds = 30_000;
/** Maximum number of update-primary commands to a secondary. Afterwards it is disabled and enabled again. */
const maxUpdates = 2;

export type RepairOptions = Readonly<{
  context: ActorContext;
  operator: Operator;
  clusters: readonly string[];
  /** Returns the address of a cluster's replication link as replication statuses report it. */
  linkOf: (cluster: string) => string;
  now: () => number;
}>;

/**
 * Repairs the replication set after all faults have ended: one primary accepts writes, and the other members replicate
 * from it. Returns a description of the remaining problem, or undefined if there is none.
 */
export async function repair(options: RepairOptions): Promise<string | undefined> {
  const { context, operator, now } = options;
  const begun = now();
  const end = begun + bound.whole;
  const attempts = new Map<string, { count: number; notBefore: number }>();
  let problem: string | undefined = "no cluster was checked";
  while (now() < end) {
    const statuses = await readStatuses(options);
    const primary = onePrimary(statuses);
    if (primary === undefined) {
      problem = `there is ${statuses.primaries.length > 1 ? "more than one" : "no"} primary that takes writes`;
      if (!areSeveralRunning(statuses) || now() >= begun + graceMilliseconds) await choose(options, statuses);
    } else {
      const behind = statuses.secondaries.filter((one) => !streamsFrom(one, options.linkOf(primary), statuses));
      if (behind.length === 0) return undefined;
      problem = `${behind.map(({ name, state }) => `${name} is ${state}`).join(", ")}, ${primary} is the primary`;
      for (const one of behind) await pointAt(one.name, primary);
    }
    await new Promise<void>((resolve) => void context.after(bound.pause, resolve));
  }
  return problem;

  async function pointAt(cluster: string, primary: string): Promise<void> {
    const known = attempts.get(cluster) ?? { count: 0, notBefore: now() + graceMilliseconds };
    attempts.set(cluster, known);
    if (now() < known.notBefore) return;
    known.notBefore = now() + graceMilliseconds;
    const id = `${cluster.toLowerCase()}-repaired-${++known.count}`;
    if (known.count <= maxUpdates) return operator.operate({ do: "update primary", cluster, of: primary, id });
    await operator.operate({ do: "disable replication", cluster });
    await operator.operate({ do: "enable secondary", cluster, of: primary, id });
  }
}

type Status = Readonly<{
  name: string;
  mode: string;
  state: string;
  primaryAddress: string;
  last: number;
  era: number;
  holdsRight: boolean;
}>;
type Statuses = Readonly<{ primaries: readonly Status[]; secondaries: readonly Status[]; all: readonly Status[] }>;

async function readStatuses({ operator, clusters }: RepairOptions): Promise<Statuses> {
  const all: Status[] = [];
  for (const name of clusters) {
    const status = await operator.statusOf(name);
    const mode = String(status?.mode ?? "unknown");
    all.push({
      name,
      mode,
      state: String(status?.state ?? mode),
      primaryAddress: String(status?.primary_cluster_addr ?? ""),
      last: Number(mode === "primary" ? (status?.last_performance_wal ?? 0) : (status?.last_remote_wal ?? 0)),
      era: Number(status?.era ?? 0),
      holdsRight: (status?.right_to_lead ?? "none") !== "none",
    });
  }
  // Clusters without replication need no repair.
  return {
    all,
    primaries: all.filter(({ mode }) => mode === "primary"),
    secondaries: all.filter(({ mode }) => mode !== "primary" && mode !== "disabled"),
  };
}

function onePrimary({ primaries }: Statuses): string | undefined {
  const [one, ...others] = primaries;
  return one && others.length === 0 && !isFenced(one) ? one.name : undefined;
}

function isFenced({ state }: Status): boolean {
  return state === "fenced";
}

function areSeveralRunning({ primaries }: Statuses): boolean {
  return primaries.filter(({ state }) => state === "running").length > 1;
}

function streamsFrom(one: Status, address: string, { primaries }: Statuses): boolean {
  return one.state === "stream-wals" && one.primaryAddress === address && one.last >= (primaries[0]?.last ?? 0);
}

async function choose({ operator, clusters, now }: RepairOptions, { primaries, secondaries }: Statuses): Promise<void> {
  if (primaries.length > 0) {
    // A fenced primary accepts no writes, and secondaries of a later era cannot replicate from it.
    const serving = primaries.filter((one) => !isFenced(one));
    const [remaining] = serving.toSorted((one, other) => other.era - one.era);
    for (const one of primaries) if (one !== remaining) await operator.operate({ do: "demote", cluster: one.name });
    return;
  }
  const candidates = secondaries.some(({ holdsRight }) => holdsRight)
    ? secondaries.toSorted((one, other) => Number(other.holdsRight) - Number(one.holdsRight))
    : [];
  const end = now() + unforcedMilliseconds;
  for (const { name } of candidates) {
    if (now() >= end) break;
    await operator.operate({ do: "promote", cluster: name, force: false });
    if ((await operator.modeOf(name)) === "primary") return;
  }
  // A later era outweighs any number of entries, since entries of an earlier era may belong to another branch.
  const best =
    secondaries.toSorted((one, other) => other.era - one.era || other.last - one.last)[0]?.name ?? clusters[0];
  if (best === undefined) return;
  if (secondaries.length === 0) return operator.operate({ do: "enable primary", cluster: best });
  await operator.operate({ do: "promote", cluster: best, force: true });
}
