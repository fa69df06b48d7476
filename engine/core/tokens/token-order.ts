import type { LeaseWish } from "../leases/lease-times.ts";
import type { NewToken } from "./token.ts";

/** A token that somebody wants, with all decided but for how long it lives. */
export type TokenOrder = Omit<NewToken, "createdAt" | "creationTtlSeconds" | "expiresAt"> &
  Pick<LeaseWish, "ttlSeconds" | "maxTtlSeconds" | "defaultSeconds" | "longestSeconds"> &
  Readonly<{ id?: string | undefined }>;
