import type { JsonObject } from "../../api/json.ts";
import { Problem } from "../../api/problem.ts";
import type { HandlerContext } from "../../core/mounts/mount-type.ts";
import { readVersion, secretKeys, versionOf } from "./secret-key.ts";
import { isDeleted, shownMetadata } from "./shown.ts";

/**
 * One version of a secret: its metadata, and its data as JSON text; `text` is undefined if the
 * version is deleted or destroyed.
 */
export type FoundVersion = Readonly<{ metadata: JsonObject; text: string | undefined }>;

/**
 * Finds a version of the secret at `path`; 0 means the current version. Throws a Problem "absent"
 * if the version does not exist. Reads the store at most twice.
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
