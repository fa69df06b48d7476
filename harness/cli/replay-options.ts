import { z } from "zod";
import { parseOptions, type RawOptions, wholeNumber } from "#harness/cli/usage.ts";

const maxEvent = 1_000_000_000;

const schema = z.object({
  until: wholeNumber(1, maxEvent).optional(),
  scenario: z.string().min(1, { error: "must name a file" }).optional(),
  report: z.string().min(1, { error: "must name a folder" }).default("report"),
});

export type ReplayOptions = Readonly<{
  capsule: string;
  until: number | undefined;
  scenario?: string | undefined;
  report: string;
}>;

export function parseReplay(capsule: string, raw: RawOptions): ReplayOptions {
  return { capsule, until: undefined, ...parseOptions(schema, raw) };
}
