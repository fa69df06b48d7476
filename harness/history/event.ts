import { z } from "zod";

/** The version of the format that this release writes and reads (docs/history.md). */
export const historyVersion = 1;

const seq = z.int().positive();
const name = z.string();

/** What every event has: a place in one order from 1 on, and the stage's time in milliseconds since 1970. */
const placed = { seq, at: z.number() };
/** The earlier event that led to this one, where there is one. */
const caused = { ...placed, cause: seq.optional() };
/** JSON in which secrets are masked; left out where there is none. */
const masked = z.unknown();
const facts = z.record(z.string(), z.unknown());

/** A replication set, and the number of an entry of its write log. */
const dataIndex = z.object({ set: z.string(), entry: z.int().nonnegative() });

/** Sent by a client to a cluster. */
const request = z.object({
  type: z.literal("request"),
  ...placed,
  /** The owner of its token: "root", "unauthenticated" without one, else the same name for the same token, such as "client 3" or, with a batch token, "batch client 4". */
  client: name,
  cluster: name,
  method: z.enum(["GET", "LIST", "POST", "PUT", "PATCH", "DELETE"]),
  /** With the namespace before it, without `/v1/`, masked; the query is part of it. */
  path: z.string(),
  body: masked.optional(),
  /** A digest of what it would write: two requests or answers with the same content have the same. */
  content: z.string().optional(),
  /** How far the client requires the data to be. */
  requires: dataIndex.optional(),
  /** A digest of the token that the body hands over. */
  secret: z.string().optional(),
  /** Set when the answer is to be wrapped. */
  wraps: z.literal(true).optional(),
});

/** What came of a request; its cause. Unknown: it may or may not have taken effect, as after a timeout or a partition. */
const answer = z.object({
  type: z.literal("answer"),
  ...placed,
  cause: seq,
  outcome: z.enum(["ok", "fail", "unknown"]),
  /** Null when none came; `reason` says why. */
  status: z.int().nullable(),
  reason: z.string().optional(),
  body: masked.optional(),
  content: z.string().optional(),
  /** A digest of the token or the password that it hands over. */
  secret: z.string().optional(),
  /** How far the data are that it shows or wrote. */
  index: dataIndex.optional(),
});

/** What a cluster is in its replication set. */
const role = z.enum(["disabled", "bootstrapping", "primary", "secondary", "sealed", "unknown"]);

/** What a cluster was seen to be, when that is other than before. */
const roleEvent = z.object({
  type: z.literal("role"),
  ...caused,
  cluster: name,
  role,
  /** Such as "stream-wals". */
  state: z.string().optional(),
  /** The replication set that it belongs to. */
  set: z.string().optional(),
  /** Which rule of the set it is: higher after every promotion. */
  era: z.int().nonnegative().optional(),
});

/** Set out from one party to another: a cluster's name, "client", "database" or "cloud". */
const frame = z.object({
  type: z.literal("frame"),
  ...caused,
  from: name,
  to: name,
  /** The kind that it says it is, such as "introduction" or "entries". */
  kind: name,
  /** Characters. */
  size: z.int().nonnegative(),
  digest: z.string().optional(),
  /** What it speaks of: numbers of entries, phases; never content. */
  about: facts.optional(),
});

/** What became of a frame; its cause. */
const arrival = z.object({
  type: z.literal("arrival"),
  ...placed,
  cause: seq,
  fate: z.enum(["delivered", "lost", "dropped"]),
});

/** Something was made to fail: between two parties, or at one. */
const fault = z.object({
  type: z.literal("fault"),
  ...caused,
  /** Such as "partition", "black hole", "pause", "full disk", "skew". */
  kind: name,
  parties: z.array(name).min(1),
  about: facts.optional(),
});

/** A fault ended; its cause. One without a cause ends every fault between its parties. */
const heal = z.object({ type: z.literal("heal"), ...caused, parties: z.array(name).min(1) });

/** A cluster came to a named place between two steps. */
const failpoint = z.object({ type: z.literal("failpoint"), ...placed, cluster: name, place: name });

const crash = z.object({ type: z.literal("crash"), ...caused, cluster: name });
const start = z.object({ type: z.literal("start"), ...caused, cluster: name });

/** Time was moved, for all or for one cluster. */
const time = z.object({
  type: z.literal("time"),
  ...placed,
  milliseconds: z.number(),
  cluster: name.optional(),
});

/** Asked of the database server by a cluster, "client" for a look from outside, "administrator" for set-up. */
const statement = z.object({
  type: z.literal("statement"),
  ...caused,
  from: name,
  /** The user that is logged in. */
  user: name,
  /** Masked, one or several in one transaction. */
  statements: z.array(z.string()),
  /** The product of the server, such as "mysql"; PostgreSQL where it is left out. */
  server: name.optional(),
  /** The user that it makes, changes or removes. */
  subject: name.optional(),
  /** The last event before it reached the server, where its commit had to wait. */
  asked: seq.optional(),
  outcome: z.enum(["ok", "fail", "unknown"]),
  reason: z.string().optional(),
});

/** A login at the database server. */
const login = z.object({
  type: z.literal("login"),
  ...caused,
  from: name,
  user: name,
  /** A digest of what was given for a password. */
  password: z.string().optional(),
  /** The product of the server, such as "mysql"; PostgreSQL where it is left out. */
  server: name.optional(),
  /** The last event before it was tried, where others came in between. */
  asked: seq.optional(),
  outcome: z.enum(["ok", "fail", "unknown"]),
  reason: z.string().optional(),
});

/** Asked of the cloud. */
const cloud = z.object({
  type: z.literal("cloud"),
  ...caused,
  from: name,
  action: name,
  /** The signer, such as an ARN, as the cloud verified it; left out where it did not tell. */
  signer: name.optional(),
  /** The server that it says it is meant for (the server id header), and whether the signature covers that. */
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

/** A secret came up that is looked for everywhere from now on; only its name is told. */
const canary = z.object({
  type: z.literal("canary"),
  ...caused,
  canary: name,
  /** What it is, such as "service token", "accessor", "password", "value". */
  kind: name,
  /** Where it came up. */
  cluster: name.optional(),
  path: z.string().optional(),
});

/** A secret was seen; the cause is where. */
const sighting = z.object({
  type: z.literal("sighting"),
  ...caused,
  canary: name,
  /** "wire", "storage", "log", "audit", "report". */
  where: name,
  cluster: name.optional(),
  /** The recipient, on the wire. */
  to: name.optional(),
  form: z.enum(["clear", "base64", "hex"]),
});

/** The whole of a set as it was found when all was at rest, such as the leases of a cluster or the users of the database. */
const survey = z.object({
  type: z.literal("survey"),
  ...placed,
  /** Such as "leases", "database users", "keys". */
  of: name,
  cluster: name.optional(),
  /** Each with what is to be compared, such as a digest. */
  items: z.record(z.string(), z.string()),
});

/** All faults are healed, and all clusters had time to converge. */
const settled = z.object({ type: z.literal("settled"), ...placed });

/** The history is whole. */
const end = z.object({ type: z.literal("end"), ...placed });

/** One event of a history. */
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

/** The names of all types of event. */
export const eventTypes: readonly Event["type"][] = event.options.map(({ shape }) => shape.type.value);

/** A kind of event by its name. */
export type EventOf<Type extends Event["type"]> = Extract<Event, { type: Type }>;

/** An event before it has its place and its time. */
export type NewEvent = Event extends infer Kind
  ? Kind extends Event
    ? Readonly<Omit<Kind, "seq" | "at">>
    : never
  : never;

/** The first line of a history: the stage it was written on, and its clusters. */
export const heading = z
  .object({
    history: z.literal(historyVersion),
    /** The writer, such as "understudy 0.1.0". */
    by: z.string(),
    stage: z.string(),
    /** What was played, such as `features/x.feature:12`. */
    play: z.string(),
    seed: z.number().optional(),
    clusters: z.array(name).readonly(),
    /** The types of event that are noted here when they happen; of others it is not known that there was none. */
    sees: z.array(z.string()).readonly(),
  })
  .readonly();
export type Heading = z.infer<typeof heading>;
