import { randomName } from "../core/naming/random-names.ts";
import type { Instant } from "../ports/clock.ts";
import type { Entropy } from "../ports/entropy.ts";
import type { UserOrigin } from "./plugins/plugin.ts";

const longestPart = 8;
const randomLetters = 20;

type Wish = UserOrigin & Readonly<{ now: Instant; entropy: Entropy; longest: number }>;

/**
 * A name for a new user: `v-<display name>-<role>-<20 random letters and digits>-<unix seconds>`, cut to `longest`.
 * Characters that could end a quoted name in somebody's statements become underscores.
 */
export function newUsername({ displayName, roleName, now, entropy, longest }: Wish): string {
  const parts = ["v", part(displayName), part(roleName), randomName(entropy, randomLetters), Math.floor(now / 1000)];
  return parts.join("-").slice(0, longest);
}

function part(name: string): string {
  return name.replace(/[^\w.@-]/g, "_").slice(0, longestPart);
}
