import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { type Mutant, parseMutants } from "./mutant.ts";

const lists = fileURLToPath(new URL("./list/", import.meta.url));
const withoutMutants = new URL("./without-mutants.txt", import.meta.url);

export function allMutants(): readonly Mutant[] {
  const files = globSync("*.txt", { cwd: lists }).toSorted();
  return files.flatMap((file) => parseMutants(readFileSync(lists + file, "utf8"), basename(file, ".txt")));
}

/** Returns the ids of requirements and own rules that may have fewer than two mutants. */
export function idsWithoutMutants(): readonly string[] {
  return readFileSync(withoutMutants, "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
}

/** Minimum number of mutants for each id. A single one could break the id for an unrelated reason. */
const mutantsEach = 2;

export function idsToDo(ids: readonly string[], mutants: readonly Mutant[]): readonly string[] {
  return ids.filter((id) => mutants.filter((mutant) => mutant.ids.includes(id)).length < mutantsEach);
}
