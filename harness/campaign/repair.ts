import type { ActorContext } from "./actor.ts";
import type { Operator } from "./operator.ts";

/** How long all clusters have to settle once all is healed, and how often it is looked, in milliseconds of virtual time. */
const bound = { whole: 120_000, pause: 2_500 } as const;
/**
 * A secondary that is about to stream is left alone for so long before an operator points it at the primary again, and so are several primaries
 * that run: all but one are about to be fenced.
 */
const graceMilliseconds = 20_000;
/** For so long an operator goes on to the next secondary when one is not promoted without force. Then it takes force, as where a lost cluster cannot confirm who has the right to lead. */
const unforcedMilliseconds = 30_000;
/** Pointed at the primary so often and still not streaming, a secondary is wiped and enabled anew. */
const maxUpdates = 2;

export type RepairOptions = Readonly<{
  ground: ActorContext;
  operator: Operator;
  clusters: readonly string[];
  /** The address of a cluster's link, as the status of those that replicate from it says it. */
  linkOf: (cluster: string) => string;
  /** Milliseconds of virtual time. */
  now: () => number;
}>;

/**
 * An operator who does the right thing when all is healed: makes sure that there is one primary that takes writes, without force where that is possible,
 * and that all others replicate from it. Resolves to what is still wrong after the bound, for people; undefined when all is well.
 */
export async function repair(options: RepairOptions): Promise<string | undefined> {
  const { ground, operator, now } = options;
  const begun = now();
  const end = begun + bound.whole;
  const attempts = new Map<string, { count: number; notBefore: number }>();
  let trouble: string | undefined = "nothing was looked at";
  while (now() < end) {
    const seen = await look(options);
    const primary = onePrimary(seen);
    if (primary === undefined) {
      trouble = `there is ${seen.primaries.length > 1 ? "more than one" : "no"} primary that takes writes`;
      if (!areSeveralRunning(seen) || now() >= begun + graceMilliseconds) await choose(options, seen);
    } else {
      const behind = seen.secondaries.filter((one) => !streamsFrom(one, options.linkOf(primary), seen));
      if (behind.length === 0) return undefined;
      trouble = `${behind.map(({ name, state }) => `${name} is ${state}`).join(", ")}, ${primary} is the primary`;
      for (const one of behind) await pointAt(one.name, primary);
    }
    await new Promise<void>((resolve) => void ground.after(bound.pause, resolve));
  }
  return trouble;

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

type Seen = Readonly<{
  name: string;
  mode: string;
  state: string;
  primaryAddress: string;
  last: number;
  /** The number of its era; the latest counts. */
  era: number;
  /** Whether it may be promoted without force, or lets another be. */
  hasRight: boolean;
  isReachable: boolean;
}>;
type Sight = Readonly<{ primaries: readonly Seen[]; secondaries: readonly Seen[]; all: readonly Seen[] }>;

async function look({ operator, clusters }: RepairOptions): Promise<Sight> {
  const all: Seen[] = [];
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
      hasRight: (status?.right_to_lead ?? "none") !== "none",
      isReachable: status !== undefined,
    });
  }
  // What is unlinked and was never linked is not to be repaired.
  return {
    all,
    primaries: all.filter(({ mode }) => mode === "primary"),
    secondaries: all.filter(({ mode }) => mode !== "primary" && mode !== "disabled"),
  };
}

function onePrimary({ primaries }: Sight): string | undefined {
  const [one, ...others] = primaries;
  return one && others.length === 0 && !isFenced(one) ? one.name : undefined;
}

function isFenced({ state }: Seen): boolean {
  return state === "fenced";
}

function areSeveralRunning({ primaries }: Sight): boolean {
  return primaries.filter(({ state }) => state === "running").length > 1;
}

function streamsFrom(one: Seen, address: string, { primaries }: Sight): boolean {
  return one.state === "stream-wals" && one.primaryAddress === address && one.last >= (primaries[0]?.last ?? 0);
}

/** Demotes all primaries but the one of the latest era that takes writes. Where there is none, promotes a secondary: without force if one can be, else the most complete. */
async function choose({ operator, clusters, now }: RepairOptions, { primaries, secondaries }: Sight): Promise<void> {
  if (primaries.length > 0) {
    // A fenced one takes no writes, and no secondary that knows of the later era can replicate from it.
    const serving = primaries.filter((one) => !isFenced(one));
    const [kept] = serving.toSorted((one, other) => other.era - one.era);
    for (const one of primaries) if (one !== kept) await operator.operate({ do: "demote", cluster: one.name });
    return;
  }
  const candidates = secondaries.some(({ hasRight }) => hasRight)
    ? secondaries.toSorted((one, other) => Number(other.hasRight) - Number(one.hasRight))
    : [];
  const end = now() + unforcedMilliseconds;
  for (const { name } of candidates) {
    if (now() >= end) break;
    await operator.operate({ do: "promote", cluster: name, force: false });
    if ((await operator.modeOf(name)) === "primary") return;
  }
  // Entries of an earlier era may be another branch's, however many they are.
  const best =
    secondaries.toSorted((one, other) => other.era - one.era || other.last - one.last)[0]?.name ?? clusters[0];
  if (best === undefined) return;
  if (secondaries.length === 0) return operator.operate({ do: "enable primary", cluster: best });
  await operator.operate({ do: "promote", cluster: best, force: true });
}
