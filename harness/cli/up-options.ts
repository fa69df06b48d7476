import { statSync } from "node:fs";
import { isIP } from "node:net";
import { resolve } from "node:path";
import { z } from "zod";
import { type LimitName, type Limits, limitNames, limitsWith } from "#cluster/limits.ts";
import { parseStoreAddress } from "#cluster/stores/store-address.ts";
import { Failure } from "#harness/cli/failure.ts";
import { withSecrets } from "#harness/cli/secret-option.ts";
import { choice, parseOptions, type RawOptions, wholeNumber } from "#harness/cli/usage.ts";

export const highestPort = 65_535;

const unreachable =
  "must be an address of this machine that others can reach, such as 192.0.2.7, and not a name or 0.0.0.0";

const schema = z
  .object({
    topology: z.string().min(1, { error: "must name a topology or a file" }).default("three"),
    port: wholeNumber(0, highestPort).default(8200),
    host: z.string().refine(isReachable, { error: unreachable }).optional(),
    rootToken: z
      .string()
      .regex(/^[\x21-\x7e]+$/, { error: "must be printable and without blanks" })
      .optional(),
    environment: z.string().min(1, { error: "must name a file" }).optional(),
    store: z.string().superRefine(refuseNoStore).default("memory"),
    sealed: z.boolean().default(false),
    stay: z.boolean().default(false),
    unsealKeyFile: z.string().min(1, { error: "must name a file" }).optional(),
    logLevel: choice("silent", "error", "warn", "info").default("silent"),
    logFormat: choice("json", "text").default("json"),
    limits: z.string().optional().transform(readLimits),
    allowedHosts: z.string().optional().transform(readHosts),
    auditFolders: z.string().optional().transform(readFolders),
    control: wholeNumber(0, highestPort).optional(),
    controlToken: z
      .string()
      .regex(/^[\x21-\x7e]{8,}$/, { error: "must be eight characters or more, printable and without blanks" })
      .optional(),
    report: z.string().min(1, { error: "must name a folder" }).optional(),
    json: z.boolean().default(false),
  })
  .readonly();

/**
 * Options of `understudy up`. `store` is a valid store address. `port` is that of the first cluster's API, or 0 for
 * free ports. With `sealed`, `up` neither initialises nor unseals clusters.
 */
export type UpOptions = z.infer<typeof schema>;

/** Parses the options and secrets of `up`. Deletes the secrets from `environment`. Throws a Failure "usage". */
export function parseUp(given: RawOptions, environment: NodeJS.ProcessEnv = process.env): UpOptions {
  const { options: raw, sources } = withSecrets(given, environment);
  const options = parseOptions(schema, raw, sources);
  if (options.sealed && options.unsealKeyFile !== undefined) {
    throw new Failure("usage", "--unseal-key-file is for clusters that unseal themselves; --sealed ones do not");
  }
  if (options.sealed && options.rootToken !== undefined) {
    throw new Failure(
      "usage",
      `${sources.get("rootToken") ?? "--root-token"} is for clusters that initialise themselves; with --sealed, sys/init returns the root token`,
    );
  }
  if (options.control === undefined) {
    const { controlToken, report } = options;
    const source = sources.get("controlToken") ?? "--control-token";
    // An environment variable may be set for another start.
    if (controlToken !== undefined && source.startsWith("--")) throw new Failure("usage", `${source} is for --control`);
    if (report !== undefined) throw new Failure("usage", "--report is for --control");
  }
  return options;
}

function isReachable(host: string): boolean {
  return isIP(host) !== 0 && !["0.0.0.0", "::", "::0", "0:0:0:0:0:0:0:0"].includes(host);
}

function refuseNoStore(address: string, context: z.RefinementCtx): void {
  try {
    parseStoreAddress(address);
  } catch (error) {
    context.addIssue({ code: "custom", message: (error as Error).message });
  }
}

function readLimits(text: string | undefined, context: z.core.$RefinementCtx): Partial<Limits> {
  const limits: Partial<Record<LimitName, number>> = {};
  for (const pair of text === undefined ? [] : text.split(",")) {
    const [, given, number] = /^\s*(\w+)=([1-9]\d{0,14})\s*$/.exec(pair) ?? [];
    const name = limitNames().find((known) => known === given);
    if (name) limits[name] = Number(number);
    else {
      const message = `must be NAME=NUMBER,... with whole numbers from 1 and names out of ${limitNames().join(", ")}`;
      context.addIssue({ code: "custom", message });
      return limits;
    }
  }
  try {
    limitsWith(limits);
  } catch (error) {
    context.addIssue({ code: "custom", message: `cannot be used: ${(error as Error).message}` });
  }
  return limits;
}

function readHosts(text: string | undefined, context: z.RefinementCtx): readonly string[] {
  const hosts = text === undefined ? [] : text.split(",").map((host) => host.trim());
  if (!hosts.every((host) => isIP(host) !== 0 || /^[a-z0-9_]([a-z0-9._-]*[a-z0-9_])?$/i.test(host))) {
    context.addIssue({ code: "custom", message: "must be NAME,... with names or addresses of hosts, without ports" });
  }
  return hosts;
}

function readFolders(text: string | undefined, context: z.RefinementCtx): readonly string[] | undefined {
  const folders = text?.split(",").map((folder) => folder.trim());
  for (const folder of folders ?? []) {
    if (folder !== "" && statSync(folder, { throwIfNoEntry: false })?.isDirectory()) continue;
    context.addIssue({ code: "custom", message: "must be FOLDER,... with folders that exist" });
    break;
  }
  return folders?.map((folder) => resolve(folder));
}
