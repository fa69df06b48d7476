import { z } from "zod";
import { parseOptions, type RawOptions, wholeNumber } from "#harness/cli/usage.ts";

/** Longer than any history that fits in memory. */
const maxEvent = 1_000_000_000;

const schema = z.object({
  until: wholeNumber(1, maxEvent).optional(),
  scenario: z.string().min(1, { error: "must name a file" }).optional(),
  report: z.string().min(1, { error: "must name a folder" }).default("report"),
});

export type ReplayOptions = Readonly<{
  capsule: string;
  until: number | undefined;
  /** Where the run is written to as a scenario; undefined for nowhere. */
  scenario?: string | undefined;
  report: string;
}>;

/** Reads the command line of `replay`. Throws a Failure "usage". */
export function parseReplay(capsule: string, raw: RawOptions): ReplayOptions {
  return { capsule, until: undefined, ...parseOptions(schema, raw) };
}
