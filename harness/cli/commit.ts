import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "#harness/program/package-root.ts";

/** Returns the id of the checked-out git commit. Returns undefined for an installed package, or if git fails. */
export function commitOfThis(): string | undefined {
  // An installed package may be inside the repository of another project.
  if (!existsSync(join(packageRoot, ".git"))) return undefined;
  try {
    return execFileSync("git", ["-C", packageRoot, "rev-parse", "HEAD"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch {
    return undefined;
  }
}
