import { parse as parseTagExpression } from "@cucumber/tag-expressions";
import { z } from "zod";
import { largestSeed } from "#harness/campaign/seed-range.ts";
import { Failure } from "#harness/cli/failure.ts";
import { choice, parseOptions, type RawOptions, wholeNumber } from "#harness/cli/usage.ts";
import { type ServerSource, serverSources } from "#harness/databases/server-source.ts";
import { type ProfileName, profileNames } from "#harness/reports/conformance/profiles.ts";

const maxWorkers = 64;

const defaultReport = "report";

const schema = z.object({
  stage: choice("live", "simulated", "remote").default("live"),
  target: z.string().min(1, { error: "must name a file" }).optional(),
  databases: choice(...serverSources).optional(),
  product: choice("postgresql", "mariadb", "redis").default("postgresql"),
  cloud: choice("embedded", "localstack").optional(),
  store: choice("memory", "sqlite", "postgres").optional(),
  environment: z.string().min(1, { error: "must name a file" }).optional(),
  tags: z.string().refine(isTagExpression, { error: "must be a tag expression such as '@a and not @b'" }).default(""),
  profile: z
    .string()
    .transform((names) => names.split(",").map((name) => name.trim()))
    .pipe(z.array(z.enum(profileNames, { error: `must be ${profileNames.join(" or ")}, or several with commas` })))
    .optional(),
  smoke: z.boolean().optional(),
  import: z.string().min(1, { error: "must name files with step definitions" }).optional(),
  dryRun: z.boolean().optional(),
  updateExpectations: z.boolean().optional(),
  workers: wholeNumber(1, maxWorkers).optional(),
  seed: wholeNumber(0, largestSeed).optional(),
  report: z.string().min(1, { error: "must name a folder" }).default(defaultReport),
});

type Common = Readonly<{
  /** Paths of files and folders, optionally with `:line`. Empty for all features of the package. */
  features: readonly string[];
  tags: string;
  /** Only scenarios with a requirement of these profiles run. Default: all. */
  profiles?: readonly ProfileName[] | undefined;
  /** True if only the scenarios with the tag `@smoke` run. */
  smoke?: boolean | undefined;
  /** File, folder or glob pattern of step definitions in addition to those of the package. */
  import?: string | undefined;
  dryRun?: boolean | undefined;
  /** Number of scenarios that run at the same time. Default: derived from the machine's cores. */
  workers?: number | undefined;
  report: string;
  environment?: string | undefined;
}>;

export type RehearseOptions = Common &
  (
    | Readonly<{
        stage: "live";
        /** Source of database servers. Default: the first available source. */
        databases?: ServerSource | undefined;
        /** Database product of scenarios that name none. */
        product: "postgresql" | "mariadb" | "redis";
        cloud: "embedded" | "localstack";
        store: "memory" | "sqlite" | "postgres";
      }>
    | Readonly<{ stage: "simulated"; seed: number }>
    /** `target` is the path of the target file. There is only one worker. */
    | Readonly<{ stage: "remote"; target: string; updateExpectations?: boolean | undefined }>
  );

/** Parses the options of `rehearse`. `newSeed` returns a random seed. Throws a Failure "usage". */
export function parseRehearse(features: readonly string[], raw: RawOptions, newSeed: () => number): RehearseOptions {
  const parsed = parseOptions(schema, raw);
  const { stage, databases, product, cloud, store, seed, target, updateExpectations, profile, ...others } = parsed;
  const common = { ...others, ...(profile ? { profiles: profile } : {}) };
  if (target !== undefined && stage !== "remote") throw new Failure("usage", "--target is for --stage remote");
  if (updateExpectations && stage !== "remote")
    throw new Failure("usage", "--update-expectations is for --stage remote");
  if (stage !== "live" && product !== "postgresql")
    throw new Failure("usage", "--product is for --stage live; other stages have PostgreSQL only");
  if (stage === "remote") {
    if (target === undefined) throw new Failure("usage", "--stage remote needs --target FILE; see docs/targets.md");
    const own = databases
      ? "--databases"
      : cloud
        ? "--cloud"
        : store
          ? "--store"
          : seed !== undefined
            ? "--seed"
            : common.environment !== undefined
              ? "--environment"
              : undefined;
    if (own) throw new Failure("usage", `${own} is not for --stage remote; the target file describes its servers`);
    if ((common.workers ?? 1) !== 1)
      throw new Failure("usage", "--workers must be 1 with --stage remote: its servers are shared");
    return { ...common, features, stage, target, updateExpectations, workers: 1 };
  }
  if (stage === "live") {
    if (seed !== undefined) throw new Failure("usage", "--seed is for --stage simulated; a live stage has no seed");
    if (databases === "url" && (common.workers ?? 1) !== 1)
      throw new Failure(
        "usage",
        "--workers must be 1 with --databases url: scenarios would see each other's database users",
      );
    return {
      ...common,
      ...(databases === "url" ? { workers: 1 } : {}),
      features,
      stage,
      databases,
      product,
      cloud: cloud ?? "embedded",
      store: store ?? "memory",
    };
  }
  const real = databases ? "--databases" : cloud ? "--cloud" : store ? "--store" : undefined;
  if (real) throw new Failure("usage", `${real} is for --stage live; a simulated stage simulates them`);
  return { ...common, features, stage, seed: seed ?? newSeed() };
}

/**
 * Returns command line options that select the same stage, imported steps, environment and report. Default values are
 * left out.
 */
export function replayWords(options: RehearseOptions): readonly string[] {
  const common = [
    ...(options.import === undefined ? [] : ["--import", options.import]),
    ...(options.environment === undefined ? [] : ["--environment", options.environment]),
  ];
  const report = [...common, ...(options.report === defaultReport ? [] : ["--report", options.report])];
  if (options.stage === "simulated") return ["--stage", "simulated", "--seed", String(options.seed), ...report];
  if (options.stage === "remote") return ["--stage", "remote", "--target", options.target, ...report];
  const { databases, product, cloud, store } = options;
  return [
    ...(product === "postgresql" ? [] : ["--product", product]),
    ...(databases === undefined ? [] : ["--databases", databases]),
    ...(cloud === "embedded" ? [] : ["--cloud", cloud]),
    ...(store === "memory" ? [] : ["--store", store]),
    ...report,
  ];
}

function isTagExpression(text: string): boolean {
  try {
    parseTagExpression(text);
    return true;
  } catch {
    return false;
  }
}
