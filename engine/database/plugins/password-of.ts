import { Problem, quoted } from "../../api/problem.ts";
import type { Credential } from "./plugin.ts";

/** Returns the password of a credential. Throws a Problem "refused" for other credential types. */
export function passwordOf(credential: Credential): string {
  if (credential.type === "password") return credential.password;
  throw new Problem("refused", `unsupported credential_type: ${quoted(credential.type)}`);
}
