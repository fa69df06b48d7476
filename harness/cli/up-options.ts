import { z } from "zod";
import { parseOptions, type RawOptions, wholeNumber } from "#harness/cli/usage.ts";

const highestPort = 65_535;

const schema = z
  .object({
    topology: z.string().min(1, { error: "must name a topology or a file" }).default("three"),
    port: wholeNumber(0, highestPort).default(8200),
    rootToken: z
      .string()
      .regex(/^[\x21-\x7e]+$/, { error: "must be printable and without blanks" })
      .optional(),
    json: z.boolean().default(false),
  })
  .readonly();

/** What `up` was asked for. `port` is the first cluster's, 0 for any that is free; without `rootToken` one is made up. */
export type UpOptions = z.infer<typeof schema>;

/** Reads the command line of `up`. Throws a Failure "usage". Whether the topology exists is for the theatre to say. */
export function parseUp(raw: RawOptions): UpOptions {
  return parseOptions(schema, raw);
}
