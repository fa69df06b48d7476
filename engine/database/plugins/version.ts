import { Problem, quoted } from "../../api/problem.ts";
import type { Plugin } from "./plugin.ts";

/** Matches major.minor.patch with an optional `v`, pre-release and build (semver.org, 2.0.0). */
const semantic = /^v?(\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?)(?:\+[0-9A-Za-z.-]+)?$/;

/** Throws a Problem "refused" unless `requested` is the version of the plugin; "" accepts any version. */
export function checkVersion(requested: string, plugin: Plugin): void {
  if (requested === "") return;
  const [, version] = semantic.exec(requested) ?? [];
  if (version === undefined) {
    throw new Problem(
      "refused",
      `version ${quoted(requested)} is not a valid semantic version: Malformed version: ${requested}`,
    );
  }
  if (version !== plugin.version) {
    throw new Problem("refused", `plugin not found in the catalog: ${plugin.name}, version ${requested}`);
  }
}
