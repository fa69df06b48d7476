import type { LeaseRequest } from "../leases/lease-times.ts";
import type { NewToken } from "./token.ts";

/** A token to be made, with all decided but its TTL. */
export type TokenOrder = Readonly<{
  wanted: Omit<NewToken, "createdAt" | "creationTtlSeconds" | "expiresAt">;
  limits: Pick<LeaseRequest, "ttlSeconds" | "maxTtlSeconds" | "defaultSeconds" | "longestSeconds">;
  /** Its text, if it shall be a certain one. */
  id?: string | undefined;
}>;
