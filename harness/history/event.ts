import { z } from "zod";

/** Version of the history format that this release reads and writes (docs/history.md). */
export const historyVersion = 1;

const seq = z.int().positive();
const name = z.string();

/** Members of every event: its number, counted from 1 without gaps, and its time in milliseconds since 1970. */
const placed = { seq, at: z.number() };
const caused = { ...placed, cause: seq.optional() };
/** A JSON body with masked secrets. The member is omitted if there was no body. */
const masked = z.unknown();
const facts = z.record(z.string(), z.unknown());

const dataIndex = z.object({ set: z.string(), entry: z.int().nonnegative() });

const request = z.object({
  type: z.literal("request"),
  ...placed,
  /**
   * "root", "unauthenticated" for a request without a token, else an invented name of the token, such as "client 3" or,
   * for a batch token, "batch client 4". In a campaign, the name of the actor.
   */
  client: name,
  cluster: name,
  method: z.enum(["GET", "LIST", "POST", "PUT", "PATCH", "DELETE"]),
  /** The masked path including the query. The namespace precedes the path; the prefix `/v1/` is omitted. */
  path: z.string(),
  body: masked.optional(),
  /** A digest of the data in the body, comparable with `content` of responses. */
  content: z.string().optional(),
  /** The index that the client requires: the response must not show older data. */
  requires: dataIndex.optional(),
  /** A digest of the `token` field in the body. */
  secret: z.string().optional(),
  /** A digest of the token that authenticates the request, comparable with `secret` of responses. */
  token: z.string().optional(),
  /** Present if the client requests a wrapped response. */
  wraps: z.literal(true).optional(),
});

/**
 * A cluster responds to the request `cause`, or no response arrives. The outcome "unknown" means that the request may
 * have taken effect: no response arrived, or its status is 500 or above.
 */
const answer = z.object({
  type: z.literal("answer"),
  ...placed,
  cause: seq,
  outcome: z.enum(["ok", "fail", "unknown"]),
  /** The status code; null if no response arrived. `reason` then gives the reason. */
  status: z.int().nullable(),
  reason: z.string().optional(),
  body: masked.optional(),
  content: z.string().optional(),
  /** A digest of the token or password in the response. */
  secret: z.string().optional(),
  /** The index of the data that the response contains or that the request wrote. */
  index: dataIndex.optional(),
});

const role = z.enum(["disabled", "bootstrapping", "primary", "secondary", "sealed", "unknown"]);

const roleEvent = z.object({
  type: z.literal("role"),
  ...caused,
  cluster: name,
  role,
  /** The replication state, such as "stream-wals". */
  state: z.string().optional(),
  /** The replication set to which the cluster belongs. */
  set: z.string().optional(),
  /** Number of the era. A later era has a higher number. */
  era: z.int().nonnegative().optional(),
});

/**
 * A party sends a frame to another party. A party is a cluster (by name) or another host, such as "client", "database"
 * or "cloud".
 */
const frame = z.object({
  type: z.literal("frame"),
  ...caused,
  from: name,
  to: name,
  /** The type of the frame, such as "introduction" or "message". */
  kind: name,
  /** The length of the frame in characters. */
  size: z.int().nonnegative(),
  digest: z.string().optional(),
  /** Facts about the frame, such as the type of its message, ids and numbers of entries. */
  about: facts.optional(),
});

const arrival = z.object({
  type: z.literal("arrival"),
  ...placed,
  cause: seq,
  fate: z.enum(["delivered", "lost", "dropped"]),
});

/** A fault begins. `parties` are what it affects, such as two clusters, or a cluster and its "disk". */
const fault = z.object({
  type: z.literal("fault"),
  ...caused,
  /** The kind of fault, such as "partition", "black hole", "pause", "full disk" or "skew". */
  kind: name,
  parties: z.array(name).min(1),
  about: facts.optional(),
});

/** The fault `cause` ends. Without `cause`, all faults with exactly these parties end. */
const heal = z.object({ type: z.literal("heal"), ...caused, parties: z.array(name).min(1) });

/** A cluster reaches a failpoint: a named point in its code at which it can be crashed. */
const failpoint = z.object({ type: z.literal("failpoint"), ...placed, cluster: name, place: name });

const crash = z.object({ type: z.literal("crash"), ...caused, cluster: name });
const start = z.object({ type: z.literal("start"), ...caused, cluster: name });

/** The clock of all clusters or of one cluster is advanced. */
const time = z.object({
  type: z.literal("time"),
  ...placed,
  milliseconds: z.number(),
  cluster: name.optional(),
});

/** A transaction that a cluster, or "client" (a connection of the test itself), sends to the database server. */
const statement = z.object({
  type: z.literal("statement"),
  ...caused,
  from: name,
  user: name,
  /** The masked statements of the transaction. */
  statements: z.array(z.string()),
  /** The product of the server, such as "mysql". Default: PostgreSQL. */
  server: name.optional(),
  /** The database user that the statements create, change or remove. */
  subject: name.optional(),
  /** A digest of the password that the statements set for the subject. */
  password: z.string().optional(),
  /**
   * Number of the last event before the statements were sent. Omitted if there was none, or if no
   * other event occurred between sending and outcome.
   */
  asked: seq.optional(),
  outcome: z.enum(["ok", "fail", "unknown"]),
  reason: z.string().optional(),
});

const login = z.object({
  type: z.literal("login"),
  ...caused,
  from: name,
  user: name,
  /** A digest of the password that the login sent. */
  password: z.string().optional(),
  /** The product of the server, such as "mysql". Default: PostgreSQL. */
  server: name.optional(),
  /**
   * Number of the last event before the login started. Omitted if there was none, or if no other
   * event occurred during the login.
   */
  asked: seq.optional(),
  outcome: z.enum(["ok", "fail", "unknown"]),
  reason: z.string().optional(),
});

const cloud = z.object({
  type: z.literal("cloud"),
  ...caused,
  from: name,
  action: name,
  /** The principal that the cloud identified as the signer, such as an ARN. Omitted if the response contains none. */
  signer: name.optional(),
  /** The server id in the headers of the call. `isAudienceSigned` is true if the signature covers it. */
  audience: z.string().optional(),
  isAudienceSigned: z.boolean().optional(),
  outcome: z.enum(["ok", "fail", "unknown"]),
  status: z.int().nullable(),
  reason: z.string().optional(),
});

const log = z.object({
  type: z.literal("log"),
  ...caused,
  cluster: name,
  level: z.enum(["info", "warn", "error"]),
  message: z.string(),
  facts: facts.optional(),
});

/**
 * A secret is first found with this cluster and path. From now on, it is searched for. The event contains an invented
 * name instead of the secret.
 */
const canary = z.object({
  type: z.literal("canary"),
  ...caused,
  canary: name,
  /** The kind of secret, such as "service token", "accessor", "password" or "value". */
  kind: name,
  /** The cluster from which the secret came, or "client". `path` is the path of the request, or "the database". */
  cluster: name.optional(),
  path: z.string().optional(),
});

/** A searched secret was found, for example in the event `cause`. */
const sighting = z.object({
  type: z.literal("sighting"),
  ...caused,
  canary: name,
  /** The location of the secret: "wire", "storage", "log" or "audit". */
  where: name,
  cluster: name.optional(),
  /** The recipient, if the location is "wire". */
  to: name.optional(),
  form: z.enum(["clear", "base64", "hex"]),
});

/** A list of items, such as the leases of a cluster or the users of the database. */
const survey = z.object({
  type: z.literal("survey"),
  ...placed,
  /** The kind of the items, such as "leases", "database users" or "keys". */
  of: name,
  cluster: name.optional(),
  /**
   * A value for each item, by item name. Values that are to be compared, such as digests, are the same for equal items.
   */
  items: z.record(z.string(), z.string()),
});

/** All faults have ended, and the clusters have had time to converge. */
const settled = z.object({ type: z.literal("settled"), ...placed });

const end = z.object({ type: z.literal("end"), ...placed });

export const event = z.discriminatedUnion("type", [
  request,
  answer,
  roleEvent,
  frame,
  arrival,
  fault,
  heal,
  failpoint,
  crash,
  start,
  time,
  statement,
  login,
  cloud,
  log,
  canary,
  sighting,
  survey,
  settled,
  end,
]);
export type Event = Readonly<z.infer<typeof event>>;

export const eventTypes: readonly Event["type"][] = event.options.map(({ shape }) => shape.type.value);

export type EventOf<Type extends Event["type"]> = Extract<Event, { type: Type }>;

/** An event before the history adds its number and its time. */
export type NewEvent = Event extends infer Kind
  ? Kind extends Event
    ? Readonly<Omit<Kind, "seq" | "at">>
    : never
  : never;

/** The first line of a history. */
export const heading = z
  .object({
    history: z.literal(historyVersion),
    /** The program that wrote the history, with its version, such as "understudy 0.1.0". */
    by: z.string(),
    stage: z.string(),
    /** What was played: a scenario (`features/x.feature:12`), a seed (`seed 7`) or a command (`understudy up`). */
    play: z.string(),
    seed: z.number().optional(),
    clusters: z.array(name).readonly(),
    /** The types of event that the writer can record. The absence of events of other types proves nothing. */
    sees: z.array(z.string()).readonly(),
  })
  .readonly();
export type Heading = z.infer<typeof heading>;
