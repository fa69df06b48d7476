import { z } from "zod";
import { parseStoreAddress } from "#cluster/stores/store-address.ts";
import { Failure } from "#harness/cli/failure.ts";
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
    store: z.string().superRefine(refuseNoStore).default("memory"),
    sealed: z.boolean().default(false),
    unsealKeyFile: z.string().min(1, { error: "must name a file" }).optional(),
    json: z.boolean().default(false),
  })
  .readonly();

/** What `up` was asked for. `store` is an address that can be understood, with a password perhaps; `port` is the first cluster's, 0 for any that is free; without `rootToken` one is made up. Clusters that start `sealed` have neither token nor key. */
export type UpOptions = z.infer<typeof schema>;

/** Reads the command line of `up`. Throws a Failure "usage". Whether the topology exists is for the theatre to say. */
export function parseUp(raw: RawOptions): UpOptions {
  const options = parseOptions(schema, raw);
  if (options.sealed && options.unsealKeyFile !== undefined) {
    throw new Failure("usage", "--unseal-key-file is for clusters that unseal themselves; --sealed ones do not");
  }
  return options;
}

function refuseNoStore(address: string, context: z.RefinementCtx): void {
  try {
    parseStoreAddress(address);
  } catch (error) {
    context.addIssue({ code: "custom", message: (error as Error).message });
  }
}
