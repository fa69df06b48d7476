import type { LeaseWish } from "../leases/lease-times.ts";
import type { NewToken } from "./token.ts";

/** A token that somebody wants, with all decided but for how long it lives. */
export type TokenOrder = Readonly<{
  wanted: Omit<NewToken, "createdAt" | "creationTtlSeconds" | "expiresAt">;
  limits: Pick<LeaseWish, "ttlSeconds" | "maxTtlSeconds" | "defaultSeconds" | "longestSeconds">;
  /** Its text, if it shall be a certain one. */
  id?: string | undefined;
}>;
