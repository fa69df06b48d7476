import type { JsonObject } from "../../api/json.ts";
import { Problem } from "../../api/problem.ts";
import type { HandlerContext } from "../../core/mounts/mount-type.ts";
import { readVersion, secretKeys, versionOf } from "./secret-key.ts";
import { isDeleted, shownMetadata } from "./shown.ts";

/** A version as it is told: its metadata, and its data as JSON text unless they are deleted or destroyed. */
export type FoundVersion = Readonly<{ metadata: JsonObject; text: string | undefined }>;

/** Finds a version of the secret at `path`; 0 is the current one. Throws a Problem "absent" when there is none. Two reads of the store. */
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
