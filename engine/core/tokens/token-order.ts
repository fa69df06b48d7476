import type { LeaseRequest } from "../leases/lease-times.ts";
import type { NewToken } from "./token.ts";

/** Token to be created, complete except for its times, with the limits of its TTL. */
export type TokenOrder = Readonly<{
  wanted: Omit<NewToken, "createdAt" | "creationTtlSeconds" | "expiresAt">;
  limits: Pick<LeaseRequest, "ttlSeconds" | "maxTtlSeconds" | "defaultSeconds" | "longestSeconds">;
  /** Text of the token to be created; random if undefined. */
  id?: string | undefined;
}>;
