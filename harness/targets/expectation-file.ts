import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import { writeOwnerOnly } from "#harness/files/owner-only.ts";
import type { ExpectedFailure } from "./target.ts";
import { fields, TargetProblem } from "./target-problem.ts";

const maxExpectedFailures = 1_000;

const text = z.string({ error: "must be a text" }).min(1, { error: "must not be empty" });

const expectedFailure = z
  .strictObject(
    {
      requirement: text.optional(),
      scenario: text.optional(),
      fails: text,
      document: text,
      releases: text.optional(),
    },
    { error: fields("requirement or scenario, fails, document and releases") },
  )
  .refine(({ requirement, scenario }) => (requirement === undefined) !== (scenario === undefined), {
    error: "must have a requirement or a scenario, one of the two",
  })
  .transform(({ requirement, scenario, fails, document, releases }) => ({
    of: requirement ?? scenario ?? "",
    ...{ fails, document },
    ...(releases === undefined ? {} : { releases }),
  }));

/** Schema of a list of expected failures, as in a target file. */
export const expectedFailures = z
  .array(expectedFailure, { error: "must be a list" })
  .max(maxExpectedFailures, { error: `must hold at most ${maxExpectedFailures}` });

/**
 * Reads a file of expectations, a JSON list of expected failures. A file that does not exist is an empty list, because a
 * run can write it. Throws a {@link TargetProblem} if the file is invalid or cannot be read.
 */
export function readExpectations(path: string): readonly ExpectedFailure[] {
  if (!existsSync(path)) return [];
  let document: unknown;
  try {
    document = JSON.parse(readFileSync(path, "utf8"));
  } catch (cause) {
    throw new TargetProblem(`expectations ${path} cannot be read: ${(cause as Error).message}`, { cause });
  }
  const result = expectedFailures.safeParse(document);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new TargetProblem(`expectations ${path}: ${issue?.path.join(".") || "the document"} ${issue?.message}`);
}

/** Writes a file of expectations. */
export function writeExpectations(path: string, expected: readonly ExpectedFailure[]): void {
  const entries = expected.map(({ of, ...rest }) => ({
    ...(isId(of) ? { requirement: of } : { scenario: of }),
    ...rest,
  }));
  writeOwnerOnly(path, `${JSON.stringify(entries, null, 2)}\n`);
}

/** True if an expected failure names a requirement, and not a scenario, whose name has spaces or an asterisk. */
function isId(of: string): boolean {
  return !/[ *]/.test(of);
}
