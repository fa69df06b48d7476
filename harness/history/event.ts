import { z } from "zod";

/** Version of the history format that this release writes and reads (docs/history.md). */
export const historyVersion = 1;

const seq = z.int().positive();
const name = z.string();

/** Members of every event: its number, from 1 without gaps, and the time in ms since 1970. */
const placed = { seq, at: z.number() };
/** Members of an event with a cause: the number of an earlier event, if there is one. */
const caused = { ...placed, cause: seq.optional() };
/** JSON with masked secrets; omitted without a body. */
const masked = z.unknown();
const facts = z.record(z.string(), z.unknown());

/** A replication set and the number of an entry in its write log. */
const dataIndex = z.object({ set: z.string(), entry: z.int().nonnegative() });

/** A client sends a request to a cluster. */
const request = z.object({
  type: z.literal("request"),
  ...placed,
  /**
   * The owner of the token: "root", "unauthenticated" without a token, else one name for each
   * token, such as "client 3" or, for a batch token, "batch client 4".
   */
  client: name,
  cluster: name,
  method: z.enum(["GET", "LIST", "POST", "PUT", "PATCH", "DELETE"]),
  /** The masked path, with the namespace before it and without `/v1/`, including the query. */
  path: z.string(),
  body: masked.optional(),
  /** A digest of the data to write: requests and responses with equal data have equal digests. */
  content: z.string().optional(),
  /** The minimum index that the client requires. */
  requires: dataIndex.optional(),
  /** A digest of the token in the body. */
  secret: z.string().optional(),
  /** Set if the response is to be wrapped. */
  wraps: z.literal(true).optional(),
});

/**
 * The response to the request that is its cause. "unknown": the request may have taken effect or
 * not, as after a timeout or a partition.
 */
const answer = z.object({
  type: z.literal("answer"),
  ...placed,
  cause: seq,
  outcome: z.enum(["ok", "fail", "unknown"]),
  /** The status code; null if no response arrived, for the reason in `reason`. */
  status: z.int().nullable(),
  reason: z.string().optional(),
  body: masked.optional(),
  content: z.string().optional(),
  /** A digest of the token or password that the response returns. */
  secret: z.string().optional(),
  /** The index of the data that the response shows or wrote. */
  index: dataIndex.optional(),
});

/** The role of a cluster in its replication set. */
const role = z.enum(["disabled", "bootstrapping", "primary", "secondary", "sealed", "unknown"]);

/** The role or state of a cluster changed. */
const roleEvent = z.object({
  type: z.literal("role"),
  ...caused,
  cluster: name,
  role,
  /** The replication state, such as "stream-wals". */
  state: z.string().optional(),
  /** The replication set to which the cluster belongs. */
  set: z.string().optional(),
  /** The era of the set; every promotion increases it. */
  era: z.int().nonnegative().optional(),
});

/** A frame is sent from one party to another: a cluster's name, "client", "database" or "cloud". */
const frame = z.object({
  type: z.literal("frame"),
  ...caused,
  from: name,
  to: name,
  /** The type that the frame declares, such as "introduction" or "entries". */
  kind: name,
  /** The length of the frame in characters. */
  size: z.int().nonnegative(),
  digest: z.string().optional(),
  /** Facts about the frame: ids, numbers of entries, phases; never contents. */
  about: facts.optional(),
});

/** The fate of the frame that is its cause. */
const arrival = z.object({
  type: z.literal("arrival"),
  ...placed,
  cause: seq,
  fate: z.enum(["delivered", "lost", "dropped"]),
});

/** A fault begins, between two parties or at one. */
const fault = z.object({
  type: z.literal("fault"),
  ...caused,
  /** The kind of fault, such as "partition", "black hole", "pause", "full disk" or "skew". */
  kind: name,
  parties: z.array(name).min(1),
  about: facts.optional(),
});

/** The fault that is its cause ends. Without a cause, all faults between the parties end. */
const heal = z.object({ type: z.literal("heal"), ...caused, parties: z.array(name).min(1) });

/** A cluster reached a failpoint: a named point between two steps. */
const failpoint = z.object({ type: z.literal("failpoint"), ...placed, cluster: name, place: name });

const crash = z.object({ type: z.literal("crash"), ...caused, cluster: name });
const start = z.object({ type: z.literal("start"), ...caused, cluster: name });

/** The clock was advanced, for all clusters or for one. */
const time = z.object({
  type: z.literal("time"),
  ...placed,
  milliseconds: z.number(),
  cluster: name.optional(),
});

/**
 * The database server executed or refused a transaction of a cluster, of "client" (a connection of
 * the test itself) or of "administrator" (set-up).
 */
const statement = z.object({
  type: z.literal("statement"),
  ...caused,
  from: name,
  /** The database user that is logged in. */
  user: name,
  /** The masked statements of one transaction. */
  statements: z.array(z.string()),
  /** The product of the server, such as "mysql"; PostgreSQL if omitted. */
  server: name.optional(),
  /** The database user that the statements create, change or remove. */
  subject: name.optional(),
  /** Last event before the statements reached the server; set if the commit had to wait. */
  asked: seq.optional(),
  outcome: z.enum(["ok", "fail", "unknown"]),
  reason: z.string().optional(),
});

/** A login at the database server, or its refusal. */
const login = z.object({
  type: z.literal("login"),
  ...caused,
  from: name,
  user: name,
  /** A digest of the password that was sent. */
  password: z.string().optional(),
  /** The product of the server, such as "mysql"; PostgreSQL if omitted. */
  server: name.optional(),
  /** Last event before the login was tried; set if other events happened in between. */
  asked: seq.optional(),
  outcome: z.enum(["ok", "fail", "unknown"]),
  reason: z.string().optional(),
});

/** A call of the cloud. */
const cloud = z.object({
  type: z.literal("cloud"),
  ...caused,
  from: name,
  action: name,
  /** The principal that the cloud identified, such as an ARN; omitted if it reported none. */
  signer: name.optional(),
  /** The server id sent with the call, and true if the signature covers this id. */
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

/** A secret was created and is searched for from now on. Only its invented name is recorded. */
const canary = z.object({
  type: z.literal("canary"),
  ...caused,
  canary: name,
  /** The kind of secret, such as "service token", "accessor", "password" or "value". */
  kind: name,
  /** The cluster and the path at which the secret appeared. */
  cluster: name.optional(),
  path: z.string().optional(),
});

/** The secret of a canary was found in the event that is its cause. */
const sighting = z.object({
  type: z.literal("sighting"),
  ...caused,
  canary: name,
  /** The location: "wire", "storage", "log", "audit" or "report". */
  where: name,
  cluster: name.optional(),
  /** The recipient, if the location is the wire. */
  to: name.optional(),
  form: z.enum(["clear", "base64", "hex"]),
});

/** A complete listing, such as the leases of a cluster or the users of all databases. */
const survey = z.object({
  type: z.literal("survey"),
  ...placed,
  /** The listed items, such as "leases", "database users" or "keys". */
  of: name,
  cluster: name.optional(),
  /** The listed items by name, each with a value to compare, such as a digest. */
  items: z.record(z.string(), z.string()),
});

/** All faults have ended, and the clusters had time to converge. */
const settled = z.object({ type: z.literal("settled"), ...placed });

/** The history is complete. */
const end = z.object({ type: z.literal("end"), ...placed });

/** Schema of one event of a history. */
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

/** Names of all types of event. */
export const eventTypes: readonly Event["type"][] = event.options.map(({ shape }) => shape.type.value);

/** The event with the given type name. */
export type EventOf<Type extends Event["type"]> = Extract<Event, { type: Type }>;

/** An event without its number and its time, which the history adds. */
export type NewEvent = Event extends infer Kind
  ? Kind extends Event
    ? Readonly<Omit<Kind, "seq" | "at">>
    : never
  : never;

/** The first line of a history: format version, writer, stage and clusters. */
export const heading = z
  .object({
    history: z.literal(historyVersion),
    /** The program that wrote the history, such as "understudy 0.1.0". */
    by: z.string(),
    stage: z.string(),
    /** The run, such as `features/x.feature:12`. */
    play: z.string(),
    seed: z.number().optional(),
    clusters: z.array(name).readonly(),
    /** The types of event that the writer records; the absence of others proves nothing. */
    sees: z.array(z.string()).readonly(),
  })
  .readonly();
export type Heading = z.infer<typeof heading>;
