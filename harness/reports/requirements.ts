import { readFileSync } from "node:fs";

/** A requirement or an own rule (`own-rules.ts`). `spec/README.md` explains the fields. */
export type Requirement = Readonly<{
  id: string;
  document: string;
  section: string;
  statement: string;
  kind: string;
  observable: string;
  needs: readonly string[];
  /** First release to which the requirement applies; empty if there is no first one. `until` is the last one. */
  since: string;
  until: string;
  origin: "document" | "implied" | "own";
}>;

const columns = "id document section statement kind observable needs since until origin".split(" ");
const table = new URL("../../spec/requirements.tsv", import.meta.url);

/** Reads all requirements from `spec/requirements.tsv`, by id. Throws if the file is malformed. */
export function readRequirements(): ReadonlyMap<string, Requirement> {
  return parseRequirements(readFileSync(table, "utf8"));
}

/** Parses a tab-separated table of requirements. The error for an invalid line contains its number. */
export function parseRequirements(text: string): ReadonlyMap<string, Requirement> {
  const [header, ...lines] = text.replace(/\n$/, "").split("\n");
  if (header !== columns.join("\t")) throw new Error("line 1: the header of the requirements is not the one expected");
  const requirements = new Map<string, Requirement>();
  for (const [index, line] of lines.entries()) {
    const requirement = parseLine(line, index + 2);
    if (requirements.has(requirement.id)) throw new Error(`line ${index + 2}: ${requirement.id} occurs twice`);
    requirements.set(requirement.id, requirement);
  }
  return requirements;
}

function parseLine(line: string, number: number): Requirement {
  const cells = line.split("\t");
  const [id = "", document = "", section = "", statement = "", kind = "", observable = "", needs = ""] = cells;
  const [since = "", until = "", origin = ""] = cells.slice(7);
  if (cells.length !== columns.length)
    throw new Error(`line ${number}: ${cells.length} cells instead of ${columns.length}`);
  if (origin !== "document" && origin !== "implied") throw new Error(`line ${number}: unknown origin`);
  return { id, document, section, statement, kind, observable, needs: needs.split(","), since, until, origin };
}
