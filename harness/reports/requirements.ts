import { readdirSync, readFileSync } from "node:fs";

/** A requirement or an own rule (`own-rules.ts`). `spec/README.md` explains the fields. */
export type Requirement = Readonly<{
  id: string;
  document: string;
  section: string;
  statement: string;
  kind: string;
  observable: string;
  needs: readonly string[];
  /** First release to which the requirement applies, or "". `until` is the last one, or "". */
  since: string;
  until: string;
  /** Parts that the statement names. Each needs a scenario with the tag `@<id>:<name>`. */
  members: readonly Member[];
  origin: "document" | "implied" | "own";
}>;

/** A part of a requirement that can be broken alone. `meaning` is a phrase for people. */
export type Member = Readonly<{ name: string; meaning: string }>;

const columns = "id document section statement kind observable needs since until origin".split(" ");
const table = new URL("../../spec/requirements.tsv", import.meta.url);
const memberColumns = "id\tmember\tmeaning";
const memberTables = new URL("../../spec/members/", import.meta.url);
const memberName = /^[a-z0-9-]{1,30}$/;

/**
 * Reads the requirements from `spec/requirements.tsv`, with their members from `spec/members`, by id. Throws if a file
 * is malformed.
 */
export function readRequirements(): ReadonlyMap<string, Requirement> {
  const requirements = parseRequirements(readFileSync(table, "utf8"));
  const files = readdirSync(memberTables).map((file) => readFileSync(new URL(file, memberTables), "utf8"));
  const members = new Map(files.flatMap((text) => [...parseMembers(text, requirements)]));
  return new Map([...requirements].map(([id, known]) => [id, { ...known, members: members.get(id) ?? [] }]));
}

/** Parses a tab-separated table of members, by id of the requirement. Throws if the table is malformed. */
export function parseMembers(
  text: string,
  requirements: Pick<ReadonlyMap<string, unknown>, "has">,
): ReadonlyMap<string, readonly Member[]> {
  const [header, ...lines] = text.replace(/\n$/, "").split("\n");
  if (header !== memberColumns) throw new Error("line 1: the header of the members is not the one expected");
  const members = new Map<string, Member[]>();
  for (const [index, line] of lines.entries()) {
    const [id = "", name = "", meaning = "", ...more] = line.split("\t");
    const fault = (what: string) => new Error(`line ${index + 2}: ${what}`);
    if (meaning === "" || more.length > 0) throw fault("three cells are expected");
    if (!requirements.has(id)) throw fault(`${id} is no requirement`);
    if (!memberName.test(name)) throw fault(`${name} may only have small letters, digits and dashes, at most 30`);
    const known = members.get(id) ?? [];
    if (known.some((member) => member.name === name)) throw fault(`${id}:${name} occurs twice`);
    members.set(id, [...known, { name, meaning }]);
  }
  for (const [id, { length }] of members) if (length === 1) throw new Error(`${id} has one member, which is itself`);
  return members;
}

/** Parses a tab-separated table of requirements, by id. Throws if the table is malformed. */
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
  return {
    id,
    document,
    section,
    statement,
    kind,
    observable,
    needs: needs.split(","),
    since,
    until,
    members: [],
    origin,
  };
}
