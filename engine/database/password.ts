import { Problem } from "../api/problem.ts";
import type { Entropy } from "../ports/entropy.ts";

/** The default password policy: so many characters, at least one of each kind (database-api.md, "Limits"). */
const length = 20;
const kinds = ["abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789", "-"] as const;

/**
 * A new password under `policy`; "" is the default policy.
 * Throws a Problem "failed" for any other: there are no named password policies yet.
 */
export function newPassword(policy: string, entropy: Entropy): string {
  if (policy !== "") throw new Problem("failed", "failed to generate password: no password policy found");
  const alphabet = kinds.join("");
  const letters = kinds.map((kind) => letterOf(kind, entropy));
  while (letters.length < length) letters.push(letterOf(alphabet, entropy));
  return shuffled(letters, entropy).join("");
}

function letterOf(letters: string, entropy: Entropy): string {
  return letters[below(letters.length, entropy)] ?? "";
}

/** Fisher and Yates: every order is as likely as any other. */
function shuffled(letters: readonly string[], entropy: Entropy): readonly string[] {
  const rest = [...letters];
  return letters.map(() => rest.splice(below(rest.length, entropy), 1)[0] ?? "");
}

/** A number from 0 to `bound` - 1, each as likely as any other. `bound` is at most 256. */
function below(bound: number, entropy: Entropy): number {
  // what lies above the largest multiple would favour the first numbers
  const usable = 256 - (256 % bound);
  for (;;) {
    const [byte = 0] = entropy.bytes(1);
    if (byte < usable) return byte % bound;
  }
}
