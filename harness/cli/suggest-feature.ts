import { globSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { nearest } from "#harness/cli/nearest.ts";

export type SearchFolders = Readonly<{ directory: string; packageRoot: string }>;

export function suggestFeature(path: string, { directory, packageRoot }: SearchFolders): string | undefined {
  const known = [...neighbours(path, directory), ...packaged(packageRoot)];
  const similar = nearest(path, known);
  if (similar !== undefined) return similar;
  const named = nearest(nameOf(path), known.map(nameOf));
  return known.find((candidate) => nameOf(candidate) === named);
}

function neighbours(path: string, directory: string): readonly string[] {
  const folder = dirname(path);
  try {
    return readdirSync(join(directory, folder), { withFileTypes: true })
      .filter((entry) => !entry.name.startsWith(".") && (entry.isDirectory() || entry.name.endsWith(".feature")))
      .map(({ name }) => join(folder, name));
  } catch {
    return [];
  }
}

function packaged(packageRoot: string): readonly string[] {
  const files = globSync("features/**/*.feature", { cwd: packageRoot }).toSorted();
  return [...new Set(files.map((file) => dirname(file))), ...files];
}

function nameOf(path: string): string {
  return basename(path, ".feature");
}
