import { globSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { Failure } from "#harness/cli/failure.ts";
import { type SearchFolders, suggestFeature } from "#harness/cli/suggest-feature.ts";

/**
 * Returns the absolute paths of features, optionally with `:line`, as glob patterns. Without `names`, returns all
 * features of the package. Throws a Failure "usage" for a path that does not exist, a folder without features, or a
 * line of a folder.
 */
export function featurePaths(names: readonly string[], { directory, packageRoot }: SearchFolders): readonly string[] {
  if (names.length === 0) return featuresBelow(join(packageRoot, "features"), "features").map(asPattern);
  return names.flatMap((name) => {
    const [, path = name, lines = ""] = /^(.*?)((?::\d+)*)$/.exec(name) ?? [];
    const found = [directory, packageRoot].map((folder) => resolve(folder, path)).find(isThere);
    if (found === undefined) {
      const near = suggestFeature(path, { directory, packageRoot });
      const hint = near === undefined ? "" : `; did you mean ${near}?`;
      throw new Failure("usage", `no feature ${JSON.stringify(path)} here or in the package${hint}`);
    }
    if (!statSync(found).isDirectory())
      return lines === "" ? [asPattern(found)] : [asPattern(found), `${found}${lines}`];
    if (lines !== "") throw new Failure("usage", `${JSON.stringify(name)} names a line of a folder`);
    return featuresBelow(found, name).map(asPattern);
  });
}

/**
 * Returns the absolute path of a feature file, or those of the features below a folder. Throws a Failure "usage" if
 * there is none.
 */
export function featureFiles(name: string, directory: string): readonly string[] {
  const path = resolve(directory, name);
  return isThere(path) && name.endsWith(".feature") ? [path] : featuresBelow(path, name);
}

const scriptEndings = [".ts", ".mts", ".js", ".mjs", ".cjs"] as const;

/**
 * Returns the files of step definitions that `name` names, as glob patterns: a file, the files of a folder, or those that
 * match a glob pattern. Throws a Failure "usage" if there is none.
 */
export function importPaths(name: string, directory: string): readonly string[] {
  const path = resolve(directory, name);
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory();
  const found = isThere(path) && !isFolder ? [path] : globSync(isFolder ? join(asPattern(path), "**/*") : path);
  const files = found.filter(
    (file) => scriptEndings.some((ending) => file.endsWith(ending)) && !file.endsWith(".d.ts"),
  );
  if (files.length === 0) {
    const known = scriptEndings.join(", ");
    throw new Failure(
      "usage",
      `--import must name files with step definitions (${known}); there is none in ${JSON.stringify(name)}`,
    );
  }
  return files.toSorted().map(asPattern);
}

/** Returns the files below a folder whose names end with `ending`, except tests, as glob patterns. */
export function filesBelow(folder: string, ending: string): readonly string[] {
  return pathsBelow(folder, ending).map(asPattern);
}

function pathsBelow(folder: string, ending: string): readonly string[] {
  return globSync(`**/*${ending}`, { cwd: folder })
    .filter((file) => !/\.(test|suite)\.ts$/.test(file))
    .toSorted()
    .map((file) => join(folder, file));
}

function featuresBelow(folder: string, name: string): readonly string[] {
  const files = isThere(folder) ? pathsBelow(folder, ".feature") : [];
  if (files.length === 0) throw new Failure("usage", `no .feature file in ${JSON.stringify(name)}`);
  return files;
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

function asPattern(path: string): string {
  return path.replace(/[[\]{}()*?!]/g, "[$&]");
}
