import { z } from "zod";
import type { JsonObject } from "../../api/json.ts";

const instanceLoginRecord = z.object({
  auth_type: z.literal("ec2"),
  role_name: z.string(),
  role_id: z.string(),
  instance_id: z.string(),
  account_id: z.string(),
  region: z.string(),
  /** Maximum TTL from the role tag, in seconds; 0 if there is no tag or the tag has none. */
  tag_max_ttl_seconds: z.int(),
});

/** Data that an instance login stores with its token. A renewal of the token reads them. */
export type InstanceLoginRecord = Readonly<z.output<typeof instanceLoginRecord>>;

/** Returns undefined for data of other logins. */
export function readInstanceLoginRecord(internal: JsonObject): InstanceLoginRecord | undefined {
  return instanceLoginRecord.safeParse(internal).data;
}
