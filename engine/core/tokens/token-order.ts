import type { LeaseRequest } from "../leases/lease-times.ts";
import type { NewToken } from "./token.ts";

/** Properties of a token to create, except its times, and the limits of its TTL. */
export type TokenOrder = Readonly<{
  wanted: Omit<NewToken, "createdAt" | "creationTtlSeconds" | "expiresAt">;
  limits: Pick<LeaseRequest, "ttlSeconds" | "maxTtlSeconds" | "defaultSeconds" | "longestSeconds">;
  /** Text of the new token, without the namespace at its end; random if undefined. */
  id?: string | undefined;
}>;
