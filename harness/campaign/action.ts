import { z } from "zod";

const cluster = z.string().min(1);
/** Milliseconds since the schedule began. */
const moment = z.number().nonnegative();

/** Maximum length of a secret, in characters. The service refuses larger requests. */
const maxSize = 512 * 1024;

/** Actions of a client. `key` is a secret below a mount; `value` is unique in the schedule. */
const work = [
  z.object({
    do: z.literal("write"),
    cluster,
    mount: z.string(),
    key: z.string(),
    value: z.string(),
    /** Number of characters to which `value` is repeated. */
    size: z.int().positive().max(maxSize).optional(),
  }),
  z.object({ do: z.literal("delete"), cluster, mount: z.string(), key: z.string() }),
  z.object({ do: z.literal("read"), cluster, mount: z.string(), key: z.string() }),
  /** Reads with the index of the client's last write as the required index. */
  z.object({ do: z.literal("read own write"), cluster, mount: z.string(), key: z.string() }),
  /** Logs in with user name and password, and keeps the token for this cluster. */
  z.object({ do: z.literal("log in"), cluster }),
  /** Looks up the client's own token for this cluster. */
  z.object({ do: z.literal("use token"), cluster }),
  /** Logs in with a signed request, as a principal of the cloud. */
  z.object({ do: z.literal("log in by cloud"), cluster }),
  /** Logs in as an instance of the cloud; a repeated login sends the nonce of the first one. */
  z.object({ do: z.literal("log in as instance"), cluster }),
  /** Removes expired entries from the identity access list. */
  z.object({ do: z.literal("tidy cloud"), cluster }),
  /** Creates a child token of the client's token. */
  z.object({ do: z.literal("create token"), cluster }),
  z.object({ do: z.literal("renew token"), cluster }),
  /** Revokes the token that the client created last on this cluster. */
  z.object({ do: z.literal("revoke token"), cluster }),
  /** A secret of kv version 2. */
  z.object({ do: z.literal("write version"), cluster, key: z.string(), value: z.string() }),
  z.object({ do: z.literal("read version"), cluster, key: z.string() }),
  /** A secret in the namespace "team". */
  z.object({ do: z.literal("write in namespace"), cluster, key: z.string(), value: z.string() }),
  z.object({ do: z.literal("read in namespace"), cluster, key: z.string() }),
  z.object({ do: z.literal("get credentials"), cluster }),
  z.object({ do: z.literal("renew credentials"), cluster }),
  z.object({ do: z.literal("revoke credentials"), cluster }),
  z.object({ do: z.literal("read static credentials"), cluster }),
] as const;

/** Actions of an operator, correct or mistaken. `of` is the cluster to use as the primary. */
const operation = [
  z.object({ do: z.literal("enable primary"), cluster }),
  /** Enables the cluster as the secondary `id` of `of`, with a new activation token. */
  z.object({ do: z.literal("enable secondary"), cluster, of: cluster, id: z.string() }),
  /** Points the secondary at the primary `of` with a new activation token; keeps its data. */
  z.object({ do: z.literal("update primary"), cluster, of: cluster, id: z.string() }),
  /** Enables the cluster with the activation token that this schedule used last. */
  z.object({ do: z.literal("reuse activation token"), cluster }),
  z.object({ do: z.literal("demote"), cluster }),
  z.object({ do: z.literal("promote"), cluster, force: z.boolean() }),
  z.object({ do: z.literal("disable replication"), cluster }),
  z.object({ do: z.literal("revoke secondary"), cluster, id: z.string() }),
  z.object({
    do: z.literal("filter"),
    cluster,
    id: z.string(),
    mode: z.enum(["allow", "deny"]),
    mounts: z.array(z.string()),
  }),
  z.object({ do: z.literal("remove filter"), cluster, id: z.string() }),
  z.object({ do: z.literal("mount"), cluster, mount: z.string(), local: z.boolean() }),
  z.object({ do: z.literal("unmount"), cluster, mount: z.string() }),
  z.object({ do: z.literal("rotate static role"), cluster }),
  z.object({ do: z.literal("rotate root"), cluster }),
  z.object({ do: z.literal("seal"), cluster }),
  /** Tries the known unseal keys until one unseals the cluster. */
  z.object({ do: z.literal("unseal"), cluster }),
  /** Replaces the unseal key. */
  z.object({ do: z.literal("rekey"), cluster }),
  /** Copies the store of a primary or a secondary. */
  z.object({ do: z.literal("back up"), cluster }),
  /** Restarts a primary or a secondary with the latest copy of its store. */
  z.object({ do: z.literal("restore backup"), cluster }),
] as const;

/** Errors that an overloaded or broken cloud returns. */
export const cloudErrors = ["Throttling", "RequestLimitExceeded", "InternalFailure"] as const;

/** Faults. A fault with `milliseconds` ends after that time. */
const fault = [
  z.object({ do: z.literal("partition"), between: z.tuple([cluster, cluster]), milliseconds: moment }),
  /** Messages are dropped silently, in one direction or both, and connections stay open. */
  z.object({
    do: z.literal("black hole"),
    between: z.tuple([cluster, cluster]),
    oneWay: z.boolean(),
    milliseconds: moment,
  }),
  z.object({ do: z.literal("isolate"), cluster, milliseconds: moment }),
  /** A partition that begins and ends every `everyMilliseconds`. */
  z.object({
    do: z.literal("flapping partition"),
    between: z.tuple([cluster, cluster]),
    everyMilliseconds: z.number().positive(),
    milliseconds: moment,
  }),
  /** The other clusters are partitioned into two halves; only `cluster` reaches both. */
  z.object({ do: z.literal("bridge"), cluster, milliseconds: moment }),
  z.object({
    do: z.literal("duplicate frames"),
    between: z.tuple([cluster, cluster]),
    chance: z.number().min(0).max(1),
    milliseconds: moment,
  }),
  /** Messages on one connection between two hosts may arrive before earlier messages on another. */
  z.object({ do: z.literal("overtaking connections"), milliseconds: moment }),
  z.object({
    do: z.literal("narrow network"),
    charactersPerMillisecond: z.number().positive(),
    milliseconds: moment,
  }),
  z.object({ do: z.literal("slow network"), factor: z.number().positive(), milliseconds: moment }),
  /** Every message between the two clusters arrives later by `byMilliseconds`. */
  z.object({
    do: z.literal("delay"),
    between: z.tuple([cluster, cluster]),
    byMilliseconds: z.number().positive(),
    milliseconds: moment,
  }),
  /** An intruder with its own key claims to be the secondary `id` and requests all data. */
  z.object({ do: z.literal("intruder"), cluster, id: z.string() }),
  /** Kills and restarts the cluster. A random part of its unsynced writes is lost. */
  z.object({ do: z.literal("crash"), cluster, milliseconds: moment }),
  /** Kills the cluster the next time that it reaches the failpoint, and restarts it. */
  z.object({ do: z.literal("crash at failpoint"), cluster, failpoint: z.string() }),
  z.object({ do: z.literal("slow disk"), cluster, factor: z.number().positive(), milliseconds: moment }),
  /** Stops the process as a stop signal does. */
  z.object({ do: z.literal("pause"), cluster, milliseconds: moment }),
  /** The disk of the cluster has no free space ("full") or fails at random ("failing"). */
  z.object({ do: z.literal("disk trouble"), cluster, trouble: z.enum(["full", "failing"]), milliseconds: moment }),
  /** Restarts the cluster with an empty disk. */
  z.object({ do: z.literal("lose disk"), cluster }),
  /** The cluster's wall clock gains `rate` seconds per second, or loses them. */
  z.object({ do: z.literal("drift clock"), cluster, rate: z.number().min(-0.5).max(0.5), milliseconds: moment }),
  /** Steps the cluster's wall clock forward or back permanently. */
  z.object({ do: z.literal("skew clock"), cluster, byMilliseconds: z.number() }),
  /** Commits in the database wait, as for a standby that does not answer. */
  z.object({ do: z.literal("hold commits"), milliseconds: moment }),
  /** The database refuses every transaction that writes. */
  z.object({ do: z.literal("refuse writes"), reason: z.enum(["read only", "disk full"]), milliseconds: moment }),
  /** The database closes every connection on which a transaction arrives. */
  z.object({
    do: z.literal("cut transactions"),
    when: z.enum(["before the commit", "after the commit"]),
    milliseconds: moment,
  }),
  z.object({ do: z.literal("restart database") }),
  /** The cloud answers every call of `action` with `error`. */
  z.object({ do: z.literal("cloud error"), action: z.string(), error: z.enum(cloudErrors), milliseconds: moment }),
  /** Messages of the database or the cloud take `factor` times as long. */
  z.object({
    do: z.literal("slow service"),
    service: z.enum(["database", "cloud"]),
    factor: z.number().positive(),
    milliseconds: moment,
  }),
  /** The cluster cannot reach the service. If `silent`, messages are dropped, else refused. */
  z.object({
    do: z.literal("cut service"),
    cluster,
    service: z.enum(["database", "cloud"]),
    silent: z.boolean(),
    milliseconds: moment,
  }),
] as const;

const any = z.discriminatedUnion("do", [...work, ...operation, ...fault]);

/** One line of a schedule: an action, its actor `by`, and its earliest time `at`. */
export const action = z.object({ at: moment, by: z.string().min(1) }).and(any);

type Scheduled = Readonly<{ at: number; by: string }>;
type Of<Kinds extends readonly z.ZodType[]> = Readonly<z.infer<Kinds[number]>>;

export type Work = Of<typeof work>;
export type Operation = Of<typeof operation>;
export type Fault = Of<typeof fault>;
export type Step = Work | Operation | Fault;
export type Action = Scheduled & Step;
