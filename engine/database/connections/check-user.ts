import { Problem } from "../../api/problem.ts";
import { utf8Bytes } from "../../api/values/base64.ts";
import type { Plugin } from "../plugins/plugin.ts";

/**
 * Throws a Problem "refused" if a username is longer than the server permits: a server that truncates it would use
 * another user.
 */
export function checkUser(
  username: string,
  { name, maxUsernameLength }: Pick<Plugin, "name" | "maxUsernameLength">,
): void {
  if (!maxUsernameLength) return;
  const { count, unit } = maxUsernameLength;
  const length = unit === "bytes" ? utf8Bytes(username).length : [...username].length;
  if (length <= count) return;
  throw new Problem("refused", `username has ${length} ${unit}; at most ${count} are allowed by ${name}`);
}
