import { z } from "zod";
import type { CloudFault } from "#harness/cloud/embedded/cloud-provider.ts";
import type { Controls } from "./controls.ts";
import { type FaultController, noteFault } from "./fault-controller.ts";
import { RequestError } from "./request-error.ts";

export type OperationContext = Readonly<{ controller: FaultController; controls: Controls }>;

export type Operation<Body extends z.ZodType = z.ZodType> = Readonly<{
  name: string;
  /** Route; `:cluster` is a parameter with the name of a cluster. */
  path: `/v1/${string}`;
  summary: string;
  body: Body;
  run(context: OperationContext, body: z.output<Body>, cluster: string): Promise<void> | void;
}>;

const maxDelayMilliseconds = 60_000;
const maxBytesPerSecond = 1_000_000_000;
const cloudFaults = [
  ...(["Throttling", "RequestLimitExceeded", "AccessDenied", "ExpiredToken", "InternalFailure"] as const),
  ...(["slow", "cut", "cut after", "out of order", "wrong region", "expired", "clock skew"] as const),
] as const satisfies readonly CloudFault[];
/** Maximum time by which one request can advance the clock, in milliseconds: 3,660 days. */
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
  // `run` always receives what `body` of the same operation parsed.
  return value as unknown as Operation;
}

export const operations: readonly Operation[] = [
  operation({
    name: "partition",
    path: "/v1/partition",
    summary: "Breaks all connections between the parties, and refuses new ones, until they are healed.",
    body: z.strictObject({ parties }),
    run: ({ controller }, body) => controller.begin({ kind: "partition" }, body.parties),
  }),
  operation({
    name: "black-hole",
    path: "/v1/black-hole",
    summary: "Drops all messages between the parties silently, until they are healed; their connections stay open.",
    body: z.strictObject({ parties }),
    run: ({ controller }, body) => controller.begin({ kind: "black hole" }, body.parties),
  }),
  operation({
    name: "delay",
    path: "/v1/delay",
    summary: "Delays all messages between the parties, each way, until they are healed.",
    body: z.strictObject({ parties, milliseconds: z.int().min(1).max(maxDelayMilliseconds) }),
    run: ({ controller }, { milliseconds, ...body }) => controller.begin({ kind: "delay", milliseconds }, body.parties),
  }),
  operation({
    name: "one-way",
    path: "/v1/one-way",
    summary:
      "Drops messages of the first cluster to the second silently, until they are healed; for the database or the cloud, messages in one direction.",
    body: z.strictObject({
      parties,
      way: z
        .enum(["to server", "to client"])
        .optional()
        .describe("For the database and the cloud only. Default: to server."),
    }),
    run: ({ controller }, { parties, way }) => controller.begin({ kind: "one-way black hole", way }, parties),
  }),
  operation({
    name: "bandwidth",
    path: "/v1/bandwidth",
    summary: "Limits the bandwidth of each connection between the parties, each way, until they are healed.",
    body: z.strictObject({ parties, bytes_per_second: z.int().min(1).max(maxBytesPerSecond) }),
    run: ({ controller }, { parties, bytes_per_second: bytesPerSecond }) =>
      controller.begin({ kind: "bandwidth", bytesPerSecond }, parties),
  }),
  operation({
    name: "reset",
    path: "/v1/reset",
    summary: "Resets the connections between the parties once; new ones work.",
    body: z.strictObject({ parties }),
    run: ({ controller }, body) => controller.reset(body.parties),
  }),
  operation({
    name: "heal",
    path: "/v1/heal",
    summary: "Ends the faults of the traffic between the parties; without parties, all traffic faults.",
    body: z.strictObject({ parties: parties.optional() }),
    run: ({ controller }, body) => (body.parties ? controller.heal(body.parties) : controller.healAll()),
  }),
  operation({
    name: "crash",
    path: "/v1/clusters/:cluster/crash",
    summary: "Kills a cluster without warning; its saved data remains.",
    body: nothing,
    run: ({ controller }, _, cluster) => controller.crash(cluster),
  }),
  operation({
    name: "start",
    path: "/v1/clusters/:cluster/start",
    summary: "Starts a killed cluster with its saved data.",
    body: nothing,
    run: ({ controller }, _, cluster) => controller.start(cluster),
  }),
  operation({
    name: "pause",
    path: "/v1/clusters/:cluster/pause",
    summary: "Pauses a cluster, like a stopped process: it answers no request, and its timers wait.",
    body: nothing,
    run: ({ controller }, _, cluster) => controller.pause(cluster),
  }),
  operation({
    name: "resume",
    path: "/v1/clusters/:cluster/resume",
    summary: "Resumes a paused cluster, which then handles the waiting requests and timers.",
    body: nothing,
    run: ({ controller }, _, cluster) => controller.resume(cluster),
  }),
  operation({
    name: "pass-time",
    path: "/v1/time",
    summary: "Moves the clocks of all clusters and of the cloud forward and runs due tasks.",
    body: z.strictObject({ pass: duration }),
    run: ({ controls }, { pass }) => controls.stage.pass(pass),
  }),
  operation({
    name: "cut-database",
    path: "/v1/database/cut",
    summary:
      "Breaks one connection to the database when a text passes: before the server receives it, or in place of the server's answer.",
    body: z.strictObject({
      text: text.describe('Part of a message of a cluster, such as "COMMIT".'),
      when: z
        .enum(["before", "after"])
        .describe("Before the server receives it, or after the server executed it and before its answer."),
    }),
    run({ controls }, { text, when }) {
      noteFault(controls.stage, "cut connection", ["database"], { when });
      // The fault ends when it has occurred.
      void controls.relays.database
        .trip({ way: "to server", text, effect: when === "before" ? "cut before" : "cut after" })
        .then(() => controls.stage.history.heal(["database"]));
    },
  }),
  operation({
    name: "trouble-database",
    path: "/v1/database/trouble",
    summary:
      "Makes the database refuse a user's requests on new connections until it is healed: writes, or connections.",
    body: z.strictObject({
      trouble: z.enum(["full", "read-only"]),
      username: z
        .string()
        .regex(/^[\w.@-]{1,63}$/)
        .describe("User that connections of clusters log in as. Not a superuser, to which no limits apply."),
    }),
    run: ({ controller }, { trouble, username }) => controller.trouble(trouble, username),
  }),
  operation({
    name: "fail-statement",
    path: "/v1/database/fail-statement",
    summary: "Changes letters of one statement on its way to the database, so that the database refuses it.",
    body: z.strictObject({
      text: text.describe('Part of the statement that is replaced by letters x, such as "GRANT".'),
      nth: z.int().min(1).max(1000).default(1).describe("Occurrence of the text, counted from now on."),
    }),
    async run({ controls }, { text: part, nth }) {
      await controls.database.garble({ text: part, nth });
      noteFault(controls.stage, "failed statement", ["database"], { nth });
      // The fault ends with its statement, so it is recorded as healed at once.
      controls.stage.history.heal(["database"]);
    },
  }),
  operation({
    name: "restart-database",
    path: "/v1/database/restart",
    summary: "Stops the database's process in an orderly way and starts it with the same data and port.",
    body: nothing,
    async run({ controls: { stage } }) {
      if (!stage.database.process) throw new RequestError(409, "this database cannot be restarted");
      noteFault(stage, "restart", ["database"]);
      await stage.database.process.restart();
      stage.history.heal(["database"]);
    },
  }),
  operation({
    name: "cloud-fault",
    path: "/v1/cloud/fault",
    summary: "Makes the cloud answer every call of an action with an error, until the fault is set to null.",
    body: z.strictObject({
      action: z
        .string()
        .regex(/^[A-Za-z]{1,64}$/)
        .describe("Name of an action, such as GetCallerIdentity."),
      fault: z
        .enum(cloudFaults)
        .nullable()
        .describe("Code of a provider's error, or a fault of the call and its connection."),
    }),
    run: ({ controller }, { action, fault }) => controller.cloudFault(action, fault),
  }),
];
