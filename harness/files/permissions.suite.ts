import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

export function openToOthers(folder: string): readonly string[] {
  const below = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name));
  return [folder, ...below].filter((path) => (statSync(path).mode & 0o077) !== 0);
}
