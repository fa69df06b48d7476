import { z } from "zod";

const cluster = z.string().min(1);
/** Time since the start of the actions, or a duration, in milliseconds. */
const moment = z.number().nonnegative();

const maxSize = 512 * 1024;

/** Actions of a client. `key` is the path of a secret below the mount. */
const work = [
  z.object({
    do: z.literal("write"),
    cluster,
    mount: z.string(),
    key: z.string(),
    value: z.string(),
    /** If set, the client repeats `value` up to this number of characters. */
    size: z.int().positive().max(maxSize).optional(),
  }),
  z.object({ do: z.literal("delete"), cluster, mount: z.string(), key: z.string() }),
  z.object({ do: z.literal("read"), cluster, mount: z.string(), key: z.string() }),
  /** Reads the secret. The request requires the index of the client's last acknowledged `write`, if there is one. */
  z.object({ do: z.literal("read own write"), cluster, mount: z.string(), key: z.string() }),
  z.object({ do: z.literal("log in"), cluster }),
  /** Looks up the token that the client has for this cluster. */
  z.object({ do: z.literal("use token"), cluster }),
  /** Logs in to the cluster with a signed request, as a principal of the cloud. */
  z.object({ do: z.literal("log in by cloud"), cluster }),
  /** Logs in as an instance of the cloud, with the nonce of an earlier login to this cluster if there was one. */
  z.object({ do: z.literal("log in as instance"), cluster }),
  /** Requests the removal of expired entries from the identity access list of the cloud auth method. */
  z.object({ do: z.literal("tidy cloud"), cluster }),
  /** Creates a child token of the token that the client has for this cluster. */
  z.object({ do: z.literal("create token"), cluster }),
  z.object({ do: z.literal("renew token"), cluster }),
  /**
   * Revokes the newest token in the client's list of tokens that it created on this cluster, and removes it from the
   * list.
   */
  z.object({ do: z.literal("revoke token"), cluster }),
  /**
   * Revokes the oldest token in the client's list of tokens that it created on this cluster, and removes it from the
   * list. The token may have descendants.
   */
  z.object({ do: z.literal("revoke first token"), cluster }),
  /**
   * Obtains credentials with a long lease under a token that the client created on this cluster, or under a new child
   * of that token if `below` is true.
   */
  z.object({ do: z.literal("get credentials by token"), cluster, below: z.boolean() }),
  /**
   * Revokes the token of the last lease of the action `get credentials by token`, then tries to renew the lease with
   * the client's own token.
   */
  z.object({ do: z.literal("renew credentials of a revoked token"), cluster }),
  /** Requests a wrapped response, then unwraps it twice at the same time. */
  z.object({ do: z.literal("unwrap twice"), cluster }),
  z.object({ do: z.literal("write version"), cluster, key: z.string(), value: z.string() }),
  z.object({ do: z.literal("read version"), cluster, key: z.string() }),
  /** Writes a secret in the namespace "team". */
  z.object({ do: z.literal("write in namespace"), cluster, key: z.string(), value: z.string() }),
  z.object({ do: z.literal("read in namespace"), cluster, key: z.string() }),
  z.object({ do: z.literal("get credentials"), cluster }),
  z.object({ do: z.literal("renew credentials"), cluster }),
  z.object({ do: z.literal("revoke credentials"), cluster }),
  /** Renews and revokes the last lease at the same time, then looks it up. */
  z.object({ do: z.literal("renew and revoke credentials"), cluster }),
  /** Renews a lease that ends within a minute, about `milliseconds` before it ends. */
  z.object({ do: z.literal("renew credentials at the end"), cluster, milliseconds: moment }),
  /** Sets the policies of the cloud role to `policy` and `client`, then logs in as a principal of the cloud. */
  z.object({ do: z.literal("change cloud role"), cluster, policy: z.string() }),
  /** Sets the policies of the client's user to `policy` and `client`, then logs in. */
  z.object({ do: z.literal("change user"), cluster, policy: z.string() }),
  z.object({ do: z.literal("read static credentials"), cluster }),
] as const;

/** Actions of an operator, whether correct or mistaken. `of` is the cluster that the operator takes for the primary. */
const operation = [
  z.object({ do: z.literal("enable primary"), cluster }),
  /** Enables `cluster` as the secondary `id` of the primary `of`, with a new activation token. */
  z.object({ do: z.literal("enable secondary"), cluster, of: cluster, id: z.string() }),
  /** Sends an update-primary with a new activation token of the primary `of`. */
  z.object({ do: z.literal("update primary"), cluster, of: cluster, id: z.string() }),
  /** Enables `cluster` as a secondary with the operator's last activation token, if there is one. */
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
  z.object({ do: z.literal("rotate static role twice"), cluster }),
  z.object({ do: z.literal("rotate root"), cluster }),
  z.object({ do: z.literal("seal"), cluster }),
  /** Tries the known unseal keys one after another until the cluster is unsealed. */
  z.object({ do: z.literal("unseal"), cluster }),
  z.object({ do: z.literal("rekey"), cluster }),
  /** Backs up the store of `cluster` if it is a primary or a secondary. */
  z.object({ do: z.literal("back up"), cluster }),
  /** Restarts `cluster` with the latest backup of its store, if it is a primary or a secondary and has a backup. */
  z.object({ do: z.literal("restore backup"), cluster }),
] as const;

/** Error codes that an overloaded or broken cloud returns. */
export const cloudErrors = ["Throttling", "RequestLimitExceeded", "InternalFailure"] as const;

/** Faults. A fault with `milliseconds` ends after that time, or earlier when all faults end. */
const fault = [
  z.object({ do: z.literal("partition"), between: z.tuple([cluster, cluster]), milliseconds: moment }),
  /** Drops messages silently: in both directions, or if `oneWay` only those from the first cluster to the second. */
  z.object({
    do: z.literal("black hole"),
    between: z.tuple([cluster, cluster]),
    oneWay: z.boolean(),
    milliseconds: moment,
  }),
  z.object({ do: z.literal("isolate"), cluster, milliseconds: moment }),
  z.object({
    do: z.literal("flapping partition"),
    between: z.tuple([cluster, cluster]),
    everyMilliseconds: z.number().positive(),
    milliseconds: moment,
  }),
  /** Partitions the other clusters into two halves. Only `cluster` reaches both halves. */
  z.object({ do: z.literal("bridge"), cluster, milliseconds: moment }),
  z.object({
    do: z.literal("duplicate frames"),
    between: z.tuple([cluster, cluster]),
    chance: z.number().min(0).max(1),
    milliseconds: moment,
  }),
  /** Lets messages of one connection between two hosts arrive before earlier messages of another connection. */
  z.object({ do: z.literal("overtaking connections"), milliseconds: moment }),
  z.object({
    do: z.literal("narrow network"),
    charactersPerMillisecond: z.number().positive(),
    milliseconds: moment,
  }),
  z.object({ do: z.literal("slow network"), factor: z.number().positive(), milliseconds: moment }),
  z.object({
    do: z.literal("delay"),
    between: z.tuple([cluster, cluster]),
    byMilliseconds: z.number().positive(),
    milliseconds: moment,
  }),
  /**
   * Lets a client with a key of its own dial `cluster` and claim to be its secondary `id`. If it is accepted, it
   * requests all data and forwards a write.
   */
  z.object({ do: z.literal("intruder"), cluster, id: z.string() }),
  /** Kills the cluster and restarts it after `milliseconds`. Pending writes may be lost. */
  z.object({ do: z.literal("crash"), cluster, milliseconds: moment }),
  /** Kills the cluster the next time that it reaches the failpoint, and restarts it. */
  z.object({ do: z.literal("crash at failpoint"), cluster, failpoint: z.string() }),
  z.object({ do: z.literal("slow disk"), cluster, factor: z.number().positive(), milliseconds: moment }),
  z.object({ do: z.literal("pause"), cluster, milliseconds: moment }),
  /**
   * Makes disk writes of the cluster fail: those that store a value, as without free space ("full"), or some at random
   * ("failing").
   */
  z.object({ do: z.literal("disk trouble"), cluster, trouble: z.enum(["full", "failing"]), milliseconds: moment }),
  z.object({ do: z.literal("lose disk"), cluster }),
  /** Makes the cluster's wall clock gain `rate` seconds per second, or lose time if `rate` is negative. */
  z.object({ do: z.literal("drift clock"), cluster, rate: z.number().min(-0.5).max(0.5), milliseconds: moment }),
  /** Sets the cluster's wall clock forward, or back if `byMilliseconds` is negative. The change is permanent. */
  z.object({ do: z.literal("skew clock"), cluster, byMilliseconds: z.number() }),
  /** Makes commits in the database wait, as if a synchronous standby did not respond. */
  z.object({ do: z.literal("hold commits"), milliseconds: moment }),
  /** Makes the database refuse the transactions of clusters. */
  z.object({ do: z.literal("refuse writes"), reason: z.enum(["read only", "disk full"]), milliseconds: moment }),
  /** Makes the database close the connection of each transaction of a cluster, before or after the commit. */
  z.object({
    do: z.literal("cut transactions"),
    when: z.enum(["before the commit", "after the commit"]),
    milliseconds: moment,
  }),
  z.object({ do: z.literal("restart database") }),
  z.object({ do: z.literal("cloud error"), action: z.string(), error: z.enum(cloudErrors), milliseconds: moment }),
  /** Multiplies the latency of messages to and from the database or the cloud by `factor`. */
  z.object({
    do: z.literal("slow service"),
    service: z.enum(["database", "cloud"]),
    factor: z.number().positive(),
    milliseconds: moment,
  }),
  /**
   * Cuts `cluster` off from the service: by a partition, or if `silent` by silently dropping the messages to the
   * service.
   */
  z.object({
    do: z.literal("cut service"),
    cluster,
    service: z.enum(["database", "cloud"]),
    silent: z.boolean(),
    milliseconds: moment,
  }),
] as const;

const any = z.discriminatedUnion("do", [...work, ...operation, ...fault]);

/**
 * One line of a schedule: an action and its actor. It starts at `at`, or later if the actor's previous action has not
 * ended.
 */
export const action = z.object({ at: moment, by: z.string().min(1) }).and(any);

type Scheduled = Readonly<{ at: number; by: string }>;
type Of<Kinds extends readonly z.ZodType[]> = Readonly<z.infer<Kinds[number]>>;

export type Work = Of<typeof work>;
export type Operation = Of<typeof operation>;
export type Fault = Of<typeof fault>;
export type Step = Work | Operation | Fault;
export type Action = Scheduled & Step;
