import { z } from "zod";
import type { JsonObject } from "../../api/json.ts";

const instanceLoginRecord = z.object({
  auth_type: z.literal("ec2"),
  role_name: z.string(),
  role_id: z.string(),
  instance_id: z.string(),
  account_id: z.string(),
  region: z.string(),
  /** 0 for none. */
  tag_max_ttl_seconds: z.int(),
});

/** What is kept with a token of an instance's login, for its renewals. */
export type InstanceLoginRecord = Readonly<z.output<typeof instanceLoginRecord>>;

/** The record of an instance's login; undefined when `internal` is another login's. */
export function readInstanceLoginRecord(internal: JsonObject): InstanceLoginRecord | undefined {
  return instanceLoginRecord.safeParse(internal).data;
}
