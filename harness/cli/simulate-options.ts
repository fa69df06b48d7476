import { z } from "zod";
import { type ProfileName, profiles } from "#harness/campaign/profiles.ts";
import { readSeedRange, type SeedRange } from "#harness/campaign/seed-range.ts";
import { parseOptions, type RawOptions, wholeNumber } from "#harness/cli/usage.ts";

const maxWorkers = 64;
const maxMinutes = 1440;

const profileNames = Object.keys(profiles) as [ProfileName, ...ProfileName[]];

const schema = z.object({
  seeds: z
    .string()
    .default("1..100")
    .transform(readSeedRange)
    .refine((range) => range !== undefined, { error: "must be a seed such as 7, or a range such as 1..500" }),
  profile: z.enum(profileNames, { error: `must be ${profileNames.join(" or ")}` }).default("usual"),
  minutes: wholeNumber(1, maxMinutes).optional(),
  workers: wholeNumber(1, maxWorkers).optional(),
  report: z.string().min(1, { error: "must name a folder" }).default("report"),
  json: z.literal(true).optional(),
});

export type SimulateOptions = Readonly<{
  seeds: SeedRange;
  profile: ProfileName;
  /** Maximum duration of the campaign, in minutes; undefined for no limit. */
  minutes: number | undefined;
  workers: number | undefined;
  report: string;
  json: boolean;
}>;

export function parseSimulate(raw: RawOptions): SimulateOptions {
  const { seeds, json = false, ...rest } = parseOptions(schema, raw);
  return { minutes: undefined, workers: undefined, ...rest, seeds: seeds as SeedRange, json };
}
