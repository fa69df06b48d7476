import { Problem, quoted } from "../../../api/problem.ts";
import type { Mount } from "../../mounts/mount-type.ts";

const versions = [1, 2];

/**
 * Returns a warning if the request increases the kv version; undefined if it sets none or the same. Throws a Problem
 * "refused" if the version is invalid or lower (W3.3-09).
 */
export function upgradeWarning(
  { options }: Pick<Mount, "options">,
  { version }: Readonly<Record<string, string>>,
): string | undefined {
  if (version === undefined) return undefined;
  const before = Number(options?.version ?? 0);
  if (!/^[+-]?\d*$/.test(version)) {
    throw new Problem(
      "refused",
      `unable to parse options: strconv.ParseInt: parsing ${quoted(version)}: invalid syntax`,
    );
  }
  const next = Number(version);
  if (!versions.includes(next)) throw new Problem("refused", `invalid version provided: ${next}`);
  if (before > next) throw new Problem("refused", `cannot downgrade mount from version ${before}`);
  if (before === next) return undefined;
  return `Upgrading mount from version ${before} to version ${next}. This mount will be unavailable for a brief period and will resume service shortly.`;
}
