import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { Canaries } from "./canaries.ts";

/** How many files are in a folder and those below it, and which of them show one of the secrets, in clear, base64 or hex. */
export function seenBelow(
  folder: string,
  secrets: readonly string[],
): Readonly<{ files: number; seen: readonly string[] }> {
  const canaries = new Canaries();
  for (const secret of secrets) canaries.add(secret);
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    // What a server has just removed, and sockets, are no files.
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile());
  const seen = paths.flatMap((path) => canaries.in(textOf(path)).map(({ form }) => `${path} (${form})`));
  return { files: paths.length, seen };
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  }
}
