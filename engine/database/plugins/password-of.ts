import { Problem, quoted } from "../../api/problem.ts";
import type { Credential } from "./plugin.ts";

/** The password that a credential is. Throws a Problem "refused" for a credential of another type, which the plugin has no statements for. */
export function passwordOf(credential: Credential): string {
  if (credential.type === "password") return credential.password;
  throw new Problem("refused", `unsupported credential_type: ${quoted(credential.type)}`);
}
