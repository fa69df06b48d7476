import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { type Mutant, parseMutants } from "./mutant.ts";

const lists = fileURLToPath(new URL("./list/", import.meta.url));
const withoutMutants = new URL("./without-mutants.txt", import.meta.url);

/** Every mutant there is, list by list. Throws an Error where a list cannot be read. */
export function allMutants(): readonly Mutant[] {
  const files = globSync("*.txt", { cwd: lists }).toSorted();
  return files.flatMap((file) => parseMutants(readFileSync(lists + file, "utf8"), basename(file, ".txt")));
}

/** Ids of requirements that are known to have fewer mutants than {@link mutantsEach}. */
export function idsWithoutMutants(): readonly string[] {
  return readFileSync(withoutMutants, "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
}

/** A rule is broken in two different ways: one alone may be caught for another reason. */
const mutantsEach = 2;

/** The ids that fewer mutants than {@link mutantsEach} break, of all that `ids` names. */
export function idsToDo(ids: readonly string[], mutants: readonly Mutant[]): readonly string[] {
  return ids.filter((id) => mutants.filter((mutant) => mutant.ids.includes(id)).length < mutantsEach);
}
