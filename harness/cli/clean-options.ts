import { z } from "zod";
import { parseOptions, type RawOptions } from "#harness/cli/usage.ts";
import { isPrefix } from "#harness/targets/run-marks.ts";

const schema = z.object({
  target: z.string({ error: "FILE is required" }).min(1, { error: "must name a file" }),
  prefix: z.string().refine(isPrefix, { error: "must be the prefix of a run, such as understudy-3f9a01-" }).optional(),
  dryRun: z.boolean().default(false),
});

export type CleanOptions = Readonly<{
  /** Path of the target file. */
  target: string;
  /** Prefix of the run whose objects are removed. Default: those of all runs. */
  prefix?: string | undefined;
  /** True if the objects are only listed. */
  dryRun: boolean;
}>;

/** Parses the options of `clean`. Throws a Failure "usage". */
export function parseClean(raw: RawOptions): CleanOptions {
  return parseOptions(schema, raw);
}
