import { Problem } from "../../api/problem.ts";
import type { Entropy } from "../../ports/entropy.ts";
import type { Storage } from "../storage.ts";

/** The named password policies of one namespace. (Skeleton by the lead; the policies helper makes it whole.) */
export class PasswordPolicies {
  constructor(_options: { storage: Storage; entropy: Entropy }) {}

  /** A new password under the policy `name`. Throws a Problem "failed" when there is no such policy. */
  async generate(_name: string): Promise<string> {
    throw new Problem("failed", "failed to generate password: no password policy found");
  }

  /** Policies may be others now. */
  changed(): void {}
}
