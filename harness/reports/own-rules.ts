import { readFileSync } from "node:fs";
import type { Requirement } from "#harness/reports/requirements.ts";

/**
 * Sources of rules: a choice where the documents say nothing, the behaviour of the reference, or a goal of the project.
 */
const sources = ["choices", "reference", "ours"] as const;

const header = "id\tsource\tstatement";
const table = new URL("../../spec/own-rules.tsv", import.meta.url);

/** Value of `document` for the project's own rules, which are in no document. */
export const beyondDocuments = "beyond";

/** Reads the project's own rules from `spec/own-rules.tsv`, by id. Throws if the file is malformed. */
export function readOwnRules(): ReadonlyMap<string, Requirement> {
  return parseOwnRules(readFileSync(table, "utf8"));
}

/** Parses a tab-separated table of rules. The error for an invalid line contains its number. */
export function parseOwnRules(text: string): ReadonlyMap<string, Requirement> {
  const [first, ...lines] = text.replace(/\n$/, "").split("\n");
  if (first !== header) throw new Error("line 1: the header of the rules is not the one expected");
  const rules = new Map<string, Requirement>();
  for (const [index, line] of lines.entries()) {
    const [id = "", source = "", statement = "", ...more] = line.split("\t");
    const fault = (what: string) => new Error(`line ${index + 2}: ${what}`);
    if (statement === "" || more.length > 0) throw fault("three cells are expected");
    if (!sources.some((known) => known === source)) throw fault(`unknown source ${source}`);
    if (rules.has(id)) throw fault(`${id} occurs twice`);
    const known = {
      kind: "rule",
      observable: "",
      needs: [],
      since: "",
      until: "",
      members: [],
      origin: "own",
    } as const;
    rules.set(id, { id, document: beyondDocuments, section: source, statement, ...known });
  }
  return rules;
}
