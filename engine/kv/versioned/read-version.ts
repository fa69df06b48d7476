import type { JsonObject } from "../../api/json.ts";
import { Problem } from "../../api/problem.ts";
import type { HandlerContext } from "../../core/mounts/mount-type.ts";
import { readVersion, secretKeys, versionOf } from "./secret-key.ts";
import { isDeleted, shownMetadata } from "./shown.ts";

/** Metadata of a version, and its data as JSON text. `text` is undefined if the version is deleted or destroyed. */
export type FoundVersion = Readonly<{ metadata: JsonObject; text: string | undefined }>;

/**
 * Returns the version `wanted` of a secret, or the current version if `wanted` is not positive. Throws a Problem
 * "absent" if the secret or the version does not exist.
 */
export async function findVersion(
  { storage, clock }: HandlerContext,
  path: string,
  wanted: number,
): Promise<FoundVersion> {
  const key = await secretKeys.read(storage, path);
  const number = key && (wanted > 0 ? wanted : key.currentVersion);
  const version = number === undefined ? undefined : key && versionOf(key, number);
  if (!key || number === undefined || !version) throw new Problem("absent", "");
  const metadata = shownMetadata(key, number, version);
  const gone = version.destroyed || isDeleted(version, clock.now());
  return { metadata, text: gone ? undefined : await readVersion(storage, path, number) };
}
