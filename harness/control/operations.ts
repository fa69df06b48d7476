import { z } from "zod";
import type { CloudFault } from "#harness/cloud/embedded/cloud-provider.ts";
import type { Controls } from "./controls.ts";
import { type FaultBoard, noteFault } from "./fault-board.ts";
import { Misuse } from "./misuse.ts";

/** What an operation acts on. */
export type OperationContext = Readonly<{ board: FaultBoard; controls: Controls }>;

/** Something that the control endpoint does. Its route, the parsing of its body and its entry in the OpenAPI document are read off this value. */
export type Operation<Body extends z.ZodType = z.ZodType> = Readonly<{
  name: string;
  /** As the router has it: `:cluster` stands for the name of one. */
  path: `/v1/${string}`;
  summary: string;
  body: Body;
  run(ground: OperationContext, body: z.output<Body>, cluster: string): Promise<void> | void;
}>;

/** More than this no timeout of the service waits. */
const maxDelayMilliseconds = 60_000;
/** More than this is no limit on one machine. */
const maxBytesPerSecond = 1_000_000_000;
/** What a cloud answers, and what becomes of its connections. */
const cloudFaults = [
  ...(["Throttling", "RequestLimitExceeded", "AccessDenied", "ExpiredToken", "InternalFailure"] as const),
  ...(["slow", "cut", "cut after", "out of order", "wrong region", "expired", "clock skew"] as const),
] as const satisfies readonly CloudFault[];
/** Ten years: no lease lives longer. */
const maxPassMilliseconds = 10 * 366 * 86_400_000;
const units = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

const parties = z
  .array(z.string())
  .min(1)
  .max(2)
  .describe('Two clusters, such as ["Oslo", "Lima"], or ["database"] or ["cloud"], which then fails for all clusters.');

const duration = z
  .string()
  .regex(/^\d{1,9}(s|m|h|d)$/, { error: "must be a number and s, m, h or d, such as 30m" })
  .transform((text) => Number(text.slice(0, -1)) * units[text.slice(-1) as keyof typeof units])
  .refine((milliseconds) => milliseconds <= maxPassMilliseconds, { error: "must not be longer than ten years" });

const nothing = z.strictObject({});
const text = z.string().min(1).max(200);

function operation<Body extends z.ZodType>(value: Operation<Body>): Operation {
  // What parses a body gives back what its own `run` takes.
  return value as unknown as Operation;
}

/** All operations that change something; a POST each. */
export const operations: readonly Operation[] = [
  operation({
    name: "partition",
    path: "/v1/partition",
    summary: "Breaks all connections between the parties, and every new one, until they are healed.",
    body: z.strictObject({ parties }),
    run: ({ board }, body) => board.begin({ kind: "partition" }, body.parties),
  }),
  operation({
    name: "black-hole",
    path: "/v1/black-hole",
    summary: "Drops silently what the parties send each other, until they are healed: their connections seem to hold.",
    body: z.strictObject({ parties }),
    run: ({ board }, body) => board.begin({ kind: "black hole" }, body.parties),
  }),
  operation({
    name: "delay",
    path: "/v1/delay",
    summary: "Has all between the parties arrive later, each way, until they are healed.",
    body: z.strictObject({ parties, milliseconds: z.int().min(1).max(maxDelayMilliseconds) }),
    run: ({ board }, { milliseconds, ...body }) => board.begin({ kind: "delay", milliseconds }, body.parties),
  }),
  operation({
    name: "one-way",
    path: "/v1/one-way",
    summary:
      "Drops silently what the first cluster sends to the second, until they are healed; of the database or the cloud, what is sent one way.",
    body: z.strictObject({
      parties,
      way: z
        .enum(["to server", "to client"])
        .optional()
        .describe("Of the database and the cloud only; to the server where it is left out."),
    }),
    run: ({ board }, { parties, way }) => board.begin({ kind: "one-way black hole", way }, parties),
  }),
  operation({
    name: "bandwidth",
    path: "/v1/bandwidth",
    summary: "Lets each connection between the parties carry so many bytes a second, each way, until they are healed.",
    body: z.strictObject({ parties, bytes_per_second: z.int().min(1).max(maxBytesPerSecond) }),
    run: ({ board }, { parties, bytes_per_second: bytesPerSecond }) =>
      board.begin({ kind: "bandwidth", bytesPerSecond }, parties),
  }),
  operation({
    name: "reset",
    path: "/v1/reset",
    summary: "Resets the connections between the parties, once; new ones hold.",
    body: z.strictObject({ parties }),
    run: ({ board }, body) => board.reset(body.parties),
  }),
  operation({
    name: "heal",
    path: "/v1/heal",
    summary: "Ends what was done to the traffic between the parties; without parties, all of it.",
    body: z.strictObject({ parties: parties.optional() }),
    run: ({ board }, body) => (body.parties ? board.heal(body.parties) : board.healAll()),
  }),
  operation({
    name: "crash",
    path: "/v1/clusters/:cluster/crash",
    summary: "Kills a cluster without warning; what it has saved stays.",
    body: nothing,
    run: ({ board }, _, cluster) => board.crash(cluster),
  }),
  operation({
    name: "start",
    path: "/v1/clusters/:cluster/start",
    summary: "Starts a cluster that was killed over what it had saved.",
    body: nothing,
    run: ({ board }, _, cluster) => board.start(cluster),
  }),
  operation({
    name: "pause",
    path: "/v1/clusters/:cluster/pause",
    summary:
      "Has a cluster stand still, as a process that was stopped: it answers no request, and its clock's alarms wait.",
    body: nothing,
    run: ({ board }, _, cluster) => board.pause(cluster),
  }),
  operation({
    name: "resume",
    path: "/v1/clusters/:cluster/resume",
    summary: "Has a cluster that was paused go on with what waited.",
    body: nothing,
    run: ({ board }, _, cluster) => board.resume(cluster),
  }),
  operation({
    name: "pass-time",
    path: "/v1/time",
    summary: "Moves the clocks of all clusters and of the cloud forward, and lets what came due happen.",
    body: z.strictObject({ pass: duration }),
    run: ({ controls }, { pass }) => controls.stage.pass(pass),
  }),
  operation({
    name: "cut-database",
    path: "/v1/database/cut",
    summary:
      "Breaks one connection to the database where a text passes: before the server has it, or instead of its answer.",
    body: z.strictObject({
      text: text.describe('Part of what clusters send, such as "COMMIT".'),
      when: z
        .enum(["before", "after"])
        .describe("Before the server has it, or after it has done it and before it is heard of."),
    }),
    run({ controls }, { text, when }) {
      noteFault(controls.stage, "cut connection", ["database"], { when });
      // It is over when it has happened.
      void controls.relays.database
        .trip({ way: "to server", text, effect: when === "before" ? "cut before" : "cut after" })
        .then(() => controls.stage.history.heal(["database"]));
    },
  }),
  operation({
    name: "trouble-database",
    path: "/v1/database/trouble",
    summary:
      "Has the database itself refuse what a user asks, from new connections on, until it is healed: it takes no writes, or no connections.",
    body: z.strictObject({
      trouble: z.enum(["full", "read-only"]),
      username: z
        .string()
        .regex(/^[\w.@-]{1,63}$/)
        .describe("Whom the connection of the clusters logs in as: not a superuser, whom no limit binds."),
    }),
    run: ({ board }, { trouble, username }) => board.trouble(trouble, username),
  }),
  operation({
    name: "fail-statement",
    path: "/v1/database/fail-statement",
    summary: "Has one statement reach the database with other letters in it, so that the database refuses it.",
    body: z.strictObject({
      text: text.describe('Part of the statement, which becomes as many letters x: such as "GRANT".'),
      nth: z.int().min(1).max(1000).default(1).describe("Which time the text passes, from now on."),
    }),
    async run({ controls }, { text: part, nth }) {
      await controls.database.garble({ text: part, nth });
      noteFault(controls.stage, "failed statement", ["database"], { nth });
      // It waits for its statement, and is over with it.
      controls.stage.history.heal(["database"]);
    },
  }),
  operation({
    name: "restart-database",
    path: "/v1/database/restart",
    summary: "Ends the database's process in good order and starts it again on the same data and port.",
    body: nothing,
    async run({ controls: { stage } }) {
      if (!stage.database.process) throw new Misuse(409, "the database is not ours to restart");
      noteFault(stage, "restart", ["database"]);
      await stage.database.process.restart();
      stage.history.heal(["database"]);
    },
  }),
  operation({
    name: "cloud-fault",
    path: "/v1/cloud/fault",
    summary: "Has the cloud answer every call of an action with an error, until it is told null.",
    body: z.strictObject({
      action: z
        .string()
        .regex(/^[A-Za-z]{1,64}$/)
        .describe("Such as GetCallerIdentity."),
      fault: z
        .enum(cloudFaults)
        .nullable()
        .describe("An error of the provider's, by its code, or what becomes of the call and its connection."),
    }),
    run: ({ board }, { action, fault }) => board.cloudFault(action, fault),
  }),
];
