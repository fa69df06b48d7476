import { z } from "zod";
import type { JsonObject } from "../api/json.ts";
import { collection } from "../core/storage/storage.ts";
import { oldTokenData, shownTokenSettings, type TokenSettings, tokenData } from "../core/tokens/token-settings.ts";

/** A user that logs in with a name and a password. */
export type User = Readonly<{
  /** What the cryptography port made of the password. */
  passwordHash: string;
  tokens: TokenSettings;
}>;

/** The users of a mount, by {@link userName}. */
export const users = collection<User>("shared", "user/");

/** A name as users are kept and found by: case makes no other user. */
export function userName(given: string): string {
  return given.toLowerCase();
}

const { ttl, max_ttl, bound_cidrs } = oldTokenData;

/** The shape of a user as it is read. */
export const userData = z.object({ ...tokenData, ttl, max_ttl, bound_cidrs });

/** A user as it is read; the password never is. */
export function shownUser(user: User): JsonObject {
  return shownTokenSettings(user.tokens);
}
