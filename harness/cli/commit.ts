import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "./package-root.ts";

/** The commit that is checked out here; undefined where this is a package that was installed, or there is no git. */
export function commitOfThis(): string | undefined {
  // An installed package may lie in the repository of another project.
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
