import { readFileSync } from "node:fs";
import { z } from "zod";
import { type Requirement, readRequirements } from "#harness/reports/requirements.ts";

const folder = new URL("../../../spec/", import.meta.url);

const file = z.strictObject({ version: z.string().regex(/^\d+\.\d+$/) });

/** Returns the version of the suite: of the requirements and their scenarios, apart from the program's version. */
export function suiteVersion(): string {
  return file.parse(JSON.parse(readFileSync(new URL("suite.json", folder), "utf8"))).version;
}

const header = "id\tsince\tuntil\tstatement";

/** Returns the content of `spec/suites/<version>.tsv`: a line for each requirement, and a header. */
export function suiteTable(requirements: Iterable<Requirement>): string {
  const lines = [...requirements].map(({ id, since, until, statement }) => [id, since, until, statement].join("\t"));
  return `${[header, ...lines.toSorted()].join("\n")}\n`;
}

/** Returns the ids of the requirements of a version of the suite, or undefined if there is no such version. */
export function idsOfSuite(version: string): ReadonlySet<string> | undefined {
  if (version === suiteVersion()) return new Set(readRequirements().keys());
  if (!/^\d+\.\d+$/.test(version)) return undefined;
  try {
    return idsIn(readFileSync(new URL(`suites/${version}.tsv`, folder), "utf8"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

export function idsIn(table: string): ReadonlySet<string> {
  const [, ...lines] = table.trimEnd().split("\n");
  return new Set(lines.map((line) => line.split("\t")[0] ?? ""));
}
