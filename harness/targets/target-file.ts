import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { z } from "zod";
import { isCapability, reasons } from "#harness/capabilities/missing-capability.ts";
import { bindAddress, databaseRelay, parsedBindAddress, relays } from "./bind-address.ts";
import { expectedFailures, readExpectations } from "./expectation-file.ts";
import { cities, pluginAbilities, startOptions, type Target } from "./target.ts";
import { fields, TargetProblem } from "./target-problem.ts";

/** Maximum time scale. With a higher one, minutes of server time could pass between two requests of a scenario. */
const maxTimeScale = 1_000;
const variableForm = /^[A-Za-z_][A-Za-z0-9_]*$/;

const text = z.string({ error: "must be a text" }).min(1, { error: "must not be empty" });
const variable = text.regex(variableForm, {
  error:
    "must name an environment variable, with letters, digits and _; secrets themselves do not belong into the file",
});

function address(what: string, ...schemes: readonly string[]) {
  return text.superRefine((given, context) => {
    const url = URL.parse(given);
    const refuse = (message: string) => context.addIssue({ code: "custom", message });
    if (!url || !schemes.includes(url.protocol.slice(0, -1)))
      return refuse(`must be ${what} that begins with ${schemes.map((scheme) => `${scheme}://`).join(" or ")}`);
    if (url.username !== "" || url.password !== "") refuse("must hold no credentials: they come from the environment");
    return undefined;
  });
}

/** Reports contain the addresses of APIs. Their query could be a secret. */
const withoutQuery = (given: string) => !/[?#]/.test(given);

const api = address("an address", "http", "https")
  .refine(withoutQuery, { error: "must have no query and no fragment" })
  .transform((given) => given.replace(/\/+$/, ""));
const link = address("an address", "http", "https", "ws", "wss");
const command = z.array(text, { error: "must be a list: a program and its arguments" }).min(1, {
  error: "must name a program",
});

const commands = z
  .strictObject(
    { start: command.optional(), kill: command.optional(), renew: command.optional(), joined: command.optional() },
    { error: fields("start, kill, renew and joined") },
  )
  .refine(({ start, kill }) => (start === undefined) === (kill === undefined), {
    error: "must hold start and kill together, or neither",
  });

const clusterFields =
  "api, link, peerApi, relays, connectsFrom, tokenVariable, caFile, certFile, keyFile, namespace and commands";

const cluster = z
  .strictObject(
    {
      api,
      link: link.optional(),
      peerApi: api.optional(),
      relays: relays.default([]),
      connectsFrom: z.array(text, { error: "must be a list of addresses" }).default([]),
      tokenVariable: variable,
      caFile: text.optional(),
      certFile: text.optional(),
      keyFile: text.optional(),
      namespace: text
        .regex(/^[^/\s]+(?:\/[^/\s]+)*$/, { error: "must be a path such as team/tests, without / at its ends" })
        .optional(),
      commands: commands.default({}),
    },
    { error: fields(clusterFields) },
  )
  .refine(({ certFile, keyFile }) => (certFile === undefined) === (keyFile === undefined), {
    error: "must hold certFile and keyFile together, or neither",
  });

const cloud = z
  .strictObject({ bind: bindAddress, advertised: api.optional() }, { error: fields("bind and advertised") })
  .refine(({ bind, advertised }) => advertised === undefined || !bind.endsWith(":0"), {
    error: "must have a port, not 0, where there is an advertised address",
    path: ["bind"],
  })
  .transform(({ bind, advertised }) => ({ ...parsedBindAddress(bind), ...(advertised ? { advertised } : {}) }));

const postgresql = address("an address", "postgresql");

const database = z
  .strictObject(
    {
      harness: postgresql,
      service: postgresql.optional(),
      user: text,
      passwordVariable: variable,
      relay: databaseRelay.optional(),
      supports: z
        .array(z.enum(pluginAbilities, { error: `must be ${pluginAbilities.join(" or ")}` }), {
          error: `must be a list of ${pluginAbilities.join(" and ")}`,
        })
        .default([]),
    },
    { error: fields("harness, service, user, passwordVariable, relay and supports") },
  )
  .transform(({ service, relay, ...rest }) => ({
    ...rest,
    service: service ?? rest.harness,
    ...(relay ? { relay } : {}),
  }));

const file = z
  .strictObject(
    {
      name: text,
      clusters: z
        .strictObject(
          { Oslo: cluster.optional(), Lima: cluster.optional(), Kyoto: cluster.optional() },
          { error: fields("Oslo, Lima and Kyoto, the clusters that scenarios speak of") },
        )
        .refine((clusters) => Object.keys(clusters).length > 0, {
          error: `must hold at least one of ${cities.join(", ")}`,
        }),
      reset: z.enum(["clear", "fresh"], { error: "must be clear or fresh" }),
      release: text.regex(/^\d+(?:\.\d+){1,3}$/, { error: "must be a release such as 1.14 or 1.14.9" }).optional(),
      provider: z.enum(["cloud", "aws"], { error: "must be cloud or aws" }).optional(),
      filterKey: z
        .enum(["cluster_id", "secondary_id"], { error: "must be cluster_id or secondary_id" })
        .default("cluster_id"),
      rightToLead: z.boolean({ error: "must be true or false" }).default(false),
      ownRules: z.boolean({ error: "must be true or false" }).default(false),
      mayRelink: z.boolean({ error: "must be true or false" }).default(false),
      cloud: cloud.optional(),
      database: database.optional(),
      timeScale: z
        .number({ error: `must be a number from 1 to ${maxTimeScale}` })
        .min(1, { error: `must be a number from 1 to ${maxTimeScale}` })
        .max(maxTimeScale, { error: `must be a number from 1 to ${maxTimeScale}` })
        .optional(),
      advanceClocks: command.optional(),
      startOptions: z
        .array(z.enum(startOptions, { error: `must be one of ${startOptions.join(", ")}` }), {
          error: `must be a list of ${startOptions.join(", ")}`,
        })
        .default([]),
      sameMachine: z.boolean({ error: "must be true or false" }).default(false),
      auditFolder: text.optional(),
      lacks: z
        .array(z.string().refine(isCapability, { error: `must be one of ${Object.keys(reasons).join(", ")}` }), {
          error: "must be a list of capabilities",
        })
        .default([]),
      expectedFailures: expectedFailures.default([]),
      expectations: text.optional(),
    },
    {
      error: fields(
        "name, clusters, reset, release, provider, filterKey, rightToLead, ownRules, mayRelink, cloud, database, timeScale, advanceClocks, startOptions, sameMachine, auditFolder, lacks, expectedFailures and expectations",
      ),
    },
  )
  .refine(({ timeScale, advanceClocks }) => timeScale === undefined || advanceClocks === undefined, {
    error: "must be omitted where there is timeScale: a clock is either fast or moved",
    path: ["advanceClocks"],
  })
  .superRefine(({ reset, clusters }, context) => {
    if (reset === "clear") return;
    for (const [name, cluster] of Object.entries(clusters)) {
      if (!cluster || cluster.commands.renew) continue;
      const message = "must hold renew, as reset is fresh";
      context.addIssue({ code: "custom", path: ["clusters", name, "commands"], message });
    }
  });

/**
 * Reads a target file. Paths in it are relative to its folder. Throws a {@link TargetProblem} if the file is invalid or
 * cannot be read; its message is for people.
 */
export function readTarget(path: string): Target {
  let content: string;
  try {
    content = readFileSync(path, "utf8");
  } catch (cause) {
    throw new TargetProblem(`target ${path} cannot be read: ${(cause as NodeJS.ErrnoException).code}`, { cause });
  }
  return parseTarget(content, path);
}

/** Parses the text of a target file. Paths in it are relative to the folder of `path`. Throws like {@link readTarget}. */
export function parseTarget(content: string, path: string): Target {
  let document: unknown;
  try {
    document = JSON.parse(content);
  } catch (cause) {
    throw new TargetProblem(`target ${path} is not JSON: ${(cause as Error).message}`, { cause });
  }
  const result = file.safeParse(document);
  if (!result.success) {
    const issue = result.error.issues[0];
    throw new TargetProblem(`target ${path}: ${issue?.path.join(".") || "the document"} ${issue?.message}`);
  }
  const folder = resolve(dirname(path));
  const { clusters, release, provider, cloud, database, timeScale, advanceClocks, auditFolder, expectations, ...rest } =
    result.data;
  const expected = expectations === undefined ? undefined : resolve(folder, expectations);
  return {
    ...rest,
    ...(expected === undefined
      ? {}
      : { expectations: expected, expectedFailures: [...rest.expectedFailures, ...readExpectations(expected)] }),
    ...(release ? { release } : {}),
    ...(provider ? { provider } : {}),
    ...(cloud ? { cloud } : {}),
    ...(database ? { database } : {}),
    ...(timeScale === undefined ? {} : { timeScale }),
    ...(advanceClocks === undefined ? {} : { advanceClocks }),
    ...(auditFolder === undefined ? {} : { auditFolder: resolve(folder, auditFolder) }),
    clusters: cities.flatMap((name) => {
      const known = clusters[name];
      if (!known) return [];
      const { link, peerApi, caFile, certFile, keyFile, namespace, commands, ...one } = known;
      const files = {
        ...(caFile === undefined ? {} : { caFile: resolve(folder, caFile) }),
        ...(certFile === undefined || keyFile === undefined
          ? {}
          : { clientCertificate: { certFile: resolve(folder, certFile), keyFile: resolve(folder, keyFile) } }),
        ...(namespace === undefined ? {} : { namespace }),
      };
      return [
        { name, ...one, link: link ?? one.api, peerApi: peerApi ?? one.api, ...files, commands: present(commands) },
      ];
    }),
    folder,
  };
}

function present<Value>(record: Readonly<Record<string, Value | undefined>>): Readonly<Record<string, Value>> {
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
