import { Problem, quoted } from "../api/problem.ts";

/** Types of credentials that a role can have (DB-ROLE-16). */
export const credentialTypes = ["password", "rsa_private_key", "client_certificate"] as const;

export type CredentialType = (typeof credentialTypes)[number];

/** The credential type that `word` names. Throws a Problem "refused" for any other word. */
export function parseCredentialType(word: string): CredentialType {
  const found = credentialTypes.find((type) => type === word);
  if (!found) throw new Problem("refused", `invalid credential_type ${quoted(word)}`);
  return found;
}

/** Throws a Problem "refused" unless a plugin that makes credentials of `credentialTypes` makes them of this type. */
export function checkSupported(
  type: CredentialType,
  plugin: Readonly<{ credentialTypes: readonly CredentialType[] }>,
): void {
  if (!plugin.credentialTypes.includes(type)) {
    throw new Problem("refused", `unsupported credential_type: ${quoted(type)}`);
  }
}
