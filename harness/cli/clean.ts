import { resolve } from "node:path";
import type { ApiRequest } from "#harness/api/request.ts";
import type { CleanOptions } from "#harness/cli/clean-options.ts";
import { Failure } from "#harness/cli/failure.ts";
import { onTarget, targetIn } from "#harness/cli/target-services.ts";
import { harmless } from "#harness/reports/terminal/output.ts";
import { leftoversOn } from "#harness/targets/leftovers.ts";
import { secretIn } from "#harness/targets/secret-in.ts";
import type { TargetCluster, TargetDatabase } from "#harness/targets/target.ts";
import { outOfReach, targetClient } from "#harness/targets/target-client.ts";
import { databaseLeftovers, targetDatabase } from "#harness/targets/target-database.ts";
import { undo } from "#harness/targets/undo.ts";

type Context = Readonly<{ stdout: Readonly<{ write(text: string): unknown }>; directory: string }>;

/** Numbers of objects that a killed run left behind, and descriptions of what could not be removed or looked at. */
type Cleaned = Readonly<{ found: number; left: readonly string[] }>;

/**
 * Removes the objects that killed runs left on the servers of a target, or only lists them. Resolves to exit code 0, also
 * if there are none. Throws a Failure "not judged" if a server cannot be used or an object cannot be removed.
 */
export async function clean(options: CleanOptions, { stdout, directory }: Context): Promise<number> {
  const target = targetIn(resolve(directory, options.target));
  const print = (line: string) => void stdout.write(`${harmless(line)}\n`);
  const cleaning = { ...options, print };
  const parts: Cleaned[] = [];
  for (const cluster of target.clusters) parts.push(await onTarget(cleanCluster(cluster, cleaning)));
  if (target.database) parts.push(await onTarget(cleanDatabase(target.database, cleaning)));
  const found = parts.reduce((sum, part) => sum + part.found, 0);
  const left = parts.flatMap((part) => part.left);
  if (left.length > 0) throw new Failure("not judged", `not everything was removed: ${left.join(", ")}`);
  print(`${found} ${found === 1 ? "object" : "objects"} ${options.dryRun ? "found, none removed" : "removed"}`);
  return 0;
}

type Cleaning = Pick<CleanOptions, "prefix" | "dryRun"> & Readonly<{ print: (line: string) => void }>;

async function cleanCluster(cluster: TargetCluster, { prefix, dryRun, print }: Cleaning): Promise<Cleaned> {
  const { name, tokenVariable } = cluster;
  using client = targetClient(cluster);
  const token = secretIn(tokenVariable, `the token of ${name}`);
  const send = (request: Omit<ApiRequest, "token">) => client.call({ ...request, token });
  const { claims, unread } = await leftoversOn(send, prefix).catch((cause: unknown) =>
    Promise.reject(outOfReach(cluster, cause)),
  );
  const left = unread.map((what) => `${what} in ${name}`);
  for (const claim of claims) {
    print(`${claim.what} in ${name}`);
    const remains = dryRun ? undefined : await undo(claim, send);
    if (remains !== undefined) left.push(`${remains} in ${name}`);
  }
  return { found: claims.length, left };
}

async function cleanDatabase(database: TargetDatabase, { prefix, dryRun, print }: Cleaning): Promise<Cleaned> {
  await using server = await targetDatabase(database);
  const { found, drop } = await databaseLeftovers(server, prefix);
  for (const what of found) print(what);
  return { found: found.length, left: dryRun ? [] : await drop() };
}
