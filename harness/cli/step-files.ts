import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { filesBelow } from "#harness/cli/feature-paths.ts";
import { packageRoot } from "#harness/cli/package-root.ts";

/** What cucumber imports in every thread beside the steps. */
const hooks = [
  import.meta.resolve("#harness/cli/interruption-hook.ts"),
  import.meta.resolve("#harness/cli/quick-groups-hook.ts"),
].map((url) => fileURLToPath(url));

/** All that features are played with: hooks, and the steps of a folder, by default the package's own. */
export function stepFiles(folder = join(packageRoot, "scenarios")): readonly string[] {
  return [...hooks, ...filesBelow(folder, ".ts")];
}
