import { randomName } from "../../core/naming/random-names.ts";
import type { Instant } from "../../ports/clock.ts";
import type { Entropy } from "../../ports/entropy.ts";
import type { UsernameForm } from "../plugins/plugin.ts";

const randomLetters = 20;

type UsernameInputs = Readonly<{
  displayName: string;
  roleName: string;
  now: Instant;
  entropy: Entropy;
  form: UsernameForm;
}>;

/**
 * Generates a username `v-<display name>-<role>-<20 random letters and digits>-<unix seconds>`, in the form that the
 * product permits. Characters that could end a quoted name in an operator's statements are replaced with underscores.
 */
export function newUsername({ displayName, roleName, now, entropy, form }: UsernameInputs): string {
  const random = randomName(entropy, randomLetters);
  const parts = ["v", part(displayName, form), part(roleName, form), random, Math.floor(now / 1000)];
  const name = parts.join(form.separator).slice(0, form.maxLength);
  return form.isUpperCase ? name.toUpperCase() : name;
}

function part(name: string, { maxPartLength }: UsernameForm): string {
  return name.replace(/[^\w.@-]/g, "_").slice(0, maxPartLength);
}
