import { z } from "zod";
import { field } from "../../api/field.ts";
import type { JsonObject } from "../../api/json.ts";
import { Problem } from "../../api/problem.ts";
import type { MountSettings } from "./mount-settings.ts";
import type { SecretKey } from "./secret-key.ts";

/**
 * Throws a Problem "refused" if the option `cas` differs from the current version, or is missing although it is
 * required.
 */
export function checkAndSet(key: SecretKey, options: JsonObject, settings: MountSettings): void {
  if (!Object.hasOwn(options, "cas")) {
    if (!settings.casRequired && !key.casRequired) return;
    throw new Problem("refused", "check-and-set parameter required for this call");
  }
  const expected = z.safeParse(field.integer, options.cas);
  if (!expected.success) throw new Problem("refused", "error parsing check-and-set parameter");
  if (expected.data !== key.currentVersion) {
    throw new Problem("refused", "check-and-set parameter did not match the current version");
  }
}
