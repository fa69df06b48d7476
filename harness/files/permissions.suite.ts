import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Returns those paths that users other than the owner may access, among `folder` and all paths in it. */
export function openToOthers(folder: string): readonly string[] {
  const below = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name));
  return [folder, ...below].filter((path) => (statSync(path).mode & 0o077) !== 0);
}
