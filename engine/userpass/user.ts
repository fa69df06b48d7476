import { z } from "zod";
import type { JsonObject } from "../api/json.ts";
import { collection } from "../core/storage/storage.ts";
import { oldTokenData, shownTokenSettings, type TokenSettings, tokenData } from "../core/tokens/token-settings.ts";

export type User = Readonly<{
  passwordHash: string;
  tokens: TokenSettings;
}>;

export const users = collection<User>("shared", "user/");

export function userName(name: string): string {
  return name.toLowerCase();
}

const { ttl, max_ttl, bound_cidrs } = oldTokenData;

export const userData = z.object({ ...tokenData, ttl, max_ttl, bound_cidrs });

export function shownUser(user: User): JsonObject {
  return shownTokenSettings(user.tokens);
}
