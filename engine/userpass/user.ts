import { z } from "zod";
import type { JsonObject } from "../api/json.ts";
import { collection } from "../core/storage/storage.ts";
import { oldTokenData, shownTokenSettings, type TokenSettings, tokenData } from "../core/tokens/token-settings.ts";

/** Password and token settings of a user. */
export type User = Readonly<{
  /** Password hash from the cryptography port. */
  passwordHash: string;
  tokens: TokenSettings;
}>;

/** Stored users of a mount, by {@link userName}. */
export const users = collection<User>("shared", "user/");

/** Returns the name under which a user is stored: names are not case-sensitive. */
export function userName(name: string): string {
  return name.toLowerCase();
}

const { ttl, max_ttl, bound_cidrs } = oldTokenData;

/** Schema of a user in a response. */
export const userData = z.object({ ...tokenData, ttl, max_ttl, bound_cidrs });

/** Returns a user as a response shows it, without the password. */
export function shownUser(user: User): JsonObject {
  return shownTokenSettings(user.tokens);
}
