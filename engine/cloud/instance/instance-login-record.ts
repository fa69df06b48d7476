import { z } from "zod";
import type { JsonObject } from "../../api/json.ts";

const instanceLoginRecord = z.object({
  auth_type: z.literal("ec2"),
  role_name: z.string(),
  role_id: z.string(),
  instance_id: z.string(),
  account_id: z.string(),
  region: z.string(),
  /** Maximum TTL of the role tag, in seconds; 0 for none. */
  tag_max_ttl_seconds: z.int(),
});

/** Data stored with the token of an instance login, for its renewal. */
export type InstanceLoginRecord = Readonly<z.output<typeof instanceLoginRecord>>;

/** Reads the record of an instance login. Returns undefined for other logins. */
export function readInstanceLoginRecord(internal: JsonObject): InstanceLoginRecord | undefined {
  return instanceLoginRecord.safeParse(internal).data;
}
