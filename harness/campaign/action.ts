import { z } from "zod";

const cluster = z.string().min(1);
/** Milliseconds since the schedule began. */
const moment = z.number().nonnegative();

/** What a secret may hold at most, in characters: the service takes no larger request. */
const maxSize = 512 * 1024;

/** What a client does: it chooses the cluster that it asks. `key` names a secret below a mount; `value` is unique in the schedule. */
const work = [
  z.object({
    do: z.literal("write"),
    cluster,
    mount: z.string(),
    key: z.string(),
    value: z.string(),
    /** The value is repeated until it has so many characters. */
    size: z.int().positive().max(maxSize).optional(),
  }),
  z.object({ do: z.literal("delete"), cluster, mount: z.string(), key: z.string() }),
  z.object({ do: z.literal("read"), cluster, mount: z.string(), key: z.string() }),
  /** Reads and requires the index of the client's own last write. */
  z.object({ do: z.literal("read own write"), cluster, mount: z.string(), key: z.string() }),
  /** Gets a token of its own there, by user name and password. */
  z.object({ do: z.literal("log in"), cluster }),
  /** Looks its own token up, wherever it is from. */
  z.object({ do: z.literal("use token"), cluster }),
  /** Logs in with a signed request, as a principal of the cloud. */
  z.object({ do: z.literal("log in by cloud"), cluster }),
  /** Logs in as an instance of the cloud, again with the nonce that it was given there before. */
  z.object({ do: z.literal("log in as instance"), cluster }),
  /** Removes from the access list the entries that no instance can log in with again. */
  z.object({ do: z.literal("tidy cloud"), cluster }),
  /** Makes a token below the client's own. */
  z.object({ do: z.literal("create token"), cluster }),
  z.object({ do: z.literal("renew token"), cluster }),
  /** Revokes the last token that it made there. */
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

/** What an operator does, right or wrong; each is one or two requests. `of` is the cluster that shall be, or is, the primary. */
const operation = [
  z.object({ do: z.literal("enable primary"), cluster }),
  /** With a new activation token of `of` for the secondary ID `id`; wipes the cluster. */
  z.object({ do: z.literal("enable secondary"), cluster, of: cluster, id: z.string() }),
  /** The same without a wipe. */
  z.object({ do: z.literal("update primary"), cluster, of: cluster, id: z.string() }),
  /** Uses the activation token that was used last in this schedule, once more. */
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
  /** With whichever of its keys opens it. */
  z.object({ do: z.literal("unseal"), cluster }),
  /** Replaces the unseal key. */
  z.object({ do: z.literal("rekey"), cluster }),
  /** Keeps a copy of the store of a primary or a secondary. */
  z.object({ do: z.literal("back up"), cluster }),
  /** Starts a primary or a secondary again over the copy that was kept last. */
  z.object({ do: z.literal("restore backup"), cluster }),
] as const;

/** What a cloud answers that has too much to do, or is broken. */
export const cloudErrors = ["Throttling", "RequestLimitExceeded", "InternalFailure"] as const;

/** What fails. What has `milliseconds` ends by itself after that time. */
const fault = [
  z.object({ do: z.literal("partition"), between: z.tuple([cluster, cluster]), milliseconds: moment }),
  /** Nothing arrives in one direction or both, and no end is told. */
  z.object({
    do: z.literal("black hole"),
    between: z.tuple([cluster, cluster]),
    oneWay: z.boolean(),
    milliseconds: moment,
  }),
  z.object({ do: z.literal("isolate"), cluster, milliseconds: moment }),
  /** Comes and goes, each for `everyMilliseconds`. */
  z.object({
    do: z.literal("flapping partition"),
    between: z.tuple([cluster, cluster]),
    everyMilliseconds: z.number().positive(),
    milliseconds: moment,
  }),
  /** The clusters fall apart into two parts, and only `cluster` reaches both. */
  z.object({ do: z.literal("bridge"), cluster, milliseconds: moment }),
  z.object({
    do: z.literal("duplicate frames"),
    between: z.tuple([cluster, cluster]),
    chance: z.number().min(0).max(1),
    milliseconds: moment,
  }),
  /** The connections between two hosts overtake one another. */
  z.object({ do: z.literal("overtaking connections"), milliseconds: moment }),
  z.object({
    do: z.literal("narrow network"),
    charactersPerMillisecond: z.number().positive(),
    milliseconds: moment,
  }),
  z.object({ do: z.literal("slow network"), factor: z.number().positive(), milliseconds: moment }),
  /** All between two clusters takes so much longer. */
  z.object({
    do: z.literal("delay"),
    between: z.tuple([cluster, cluster]),
    byMilliseconds: z.number().positive(),
    milliseconds: moment,
  }),
  /** An intruder with a key of their own dials the cluster, says to be the secondary `id` without what proves it, and asks for all there is. */
  z.object({ do: z.literal("intruder"), cluster, id: z.string() }),
  /** Dies without warning, its unsynced writes lost as chance will have it, and starts again. */
  z.object({ do: z.literal("crash"), cluster, milliseconds: moment }),
  /** Dies the next time that it comes to the failpoint, and starts again. */
  z.object({ do: z.literal("crash at failpoint"), cluster, failpoint: z.string() }),
  z.object({ do: z.literal("slow disk"), cluster, factor: z.number().positive(), milliseconds: moment }),
  /** The process stands still, as if stopped by a signal. */
  z.object({ do: z.literal("pause"), cluster, milliseconds: moment }),
  /** Its disk takes nothing that needs room, or fails now and then. */
  z.object({ do: z.literal("disk trouble"), cluster, trouble: z.enum(["full", "failing"]), milliseconds: moment }),
  /** Starts again over an empty disk. */
  z.object({ do: z.literal("lose disk"), cluster }),
  /** Its wall clock gains so many seconds in a second, or loses them. */
  z.object({ do: z.literal("drift clock"), cluster, rate: z.number().min(-0.5).max(0.5), milliseconds: moment }),
  /** Steps the cluster's wall clock, forward or back, for good. */
  z.object({ do: z.literal("skew clock"), cluster, byMilliseconds: z.number() }),
  /** Commits at the database wait, as if for a standby that does not answer. */
  z.object({ do: z.literal("hold commits"), milliseconds: moment }),
  /** The database takes no transaction. */
  z.object({ do: z.literal("refuse writes"), reason: z.enum(["read only", "disk full"]), milliseconds: moment }),
  /** The database breaks every connection on which a transaction comes. */
  z.object({
    do: z.literal("cut transactions"),
    when: z.enum(["before the commit", "after the commit"]),
    milliseconds: moment,
  }),
  z.object({ do: z.literal("restart database") }),
  /** The cloud answers every call of an action with an error of its own. */
  z.object({ do: z.literal("cloud error"), action: z.string(), error: z.enum(cloudErrors), milliseconds: moment }),
  /** The database or the cloud is slow to answer. */
  z.object({
    do: z.literal("slow service"),
    service: z.enum(["database", "cloud"]),
    factor: z.number().positive(),
    milliseconds: moment,
  }),
  /** The database, or the cloud, is out of a cluster's reach: refused, or silent. */
  z.object({
    do: z.literal("cut service"),
    cluster,
    service: z.enum(["database", "cloud"]),
    silent: z.boolean(),
    milliseconds: moment,
  }),
] as const;

const any = z.discriminatedUnion("do", [...work, ...operation, ...fault]);

/** One line of a schedule: what is done, when at the earliest, and by whom. An actor's actions are done one after the other. */
export const action = z.object({ at: moment, by: z.string().min(1) }).and(any);

type Placed = Readonly<{ at: number; by: string }>;
type Of<Kinds extends readonly z.ZodType[]> = Readonly<z.infer<Kinds[number]>>;

export type Work = Of<typeof work>;
export type Operation = Of<typeof operation>;
export type Fault = Of<typeof fault>;
export type Doing = Work | Operation | Fault;
export type Action = Placed & Doing;
