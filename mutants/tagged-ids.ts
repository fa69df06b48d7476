import { globSync, readFileSync } from "node:fs";
import { packageRoot } from "#harness/cli/package-root.ts";
import { readRequirements } from "#harness/reports/requirements.ts";

/** Ids of the requirements that a scenario of the project carries as a tag, in the order of `spec/requirements.tsv`. */
export function taggedIds(): readonly string[] {
  const lines = globSync("features/**/*.feature", { cwd: packageRoot }).flatMap((file) =>
    readFileSync(packageRoot + file, "utf8").split("\n"),
  );
  const tags = new Set(
    lines.filter((line) => line.trimStart().startsWith("@")).flatMap((line) => line.trim().split(/\s+/)),
  );
  return [...readRequirements().keys()].filter((id) => tags.has(`@${id}`));
}
