import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { filesBelow } from "#harness/cli/feature-paths.ts";
import { packageRoot } from "#harness/program/package-root.ts";

const hooks = fileURLToPath(import.meta.resolve("#harness/cli/interruption-hook.ts"));

/** Returns the files with hooks, and the files with steps in `folder`. Default: the steps of the package. */
export function stepFiles(folder = join(packageRoot, "scenarios")): readonly string[] {
  return [hooks, ...filesBelow(folder, ".ts")];
}
