import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { filesBelow } from "#harness/cli/feature-paths.ts";
import { packageRoot } from "#harness/program/package-root.ts";

/** Files with hooks, which cucumber imports in every thread in addition to the steps. */
const hooks = [
  import.meta.resolve("#harness/cli/interruption-hook.ts"),
  import.meta.resolve("#harness/cli/quick-groups-hook.ts"),
].map((url) => fileURLToPath(url));

/** Returns the files with hooks, and the files with steps in `folder`. Default: the steps of the package. */
export function stepFiles(folder = join(packageRoot, "scenarios")): readonly string[] {
  return [...hooks, ...filesBelow(folder, ".ts")];
}
