import { Problem, quoted } from "../../api/problem.ts";

export const credentialTypes = ["password", "rsa_private_key", "client_certificate"] as const;

export type CredentialType = (typeof credentialTypes)[number];

export function parseCredentialType(word: string): CredentialType {
  const found = credentialTypes.find((type) => type === word);
  if (!found) throw new Problem("refused", `invalid credential_type ${quoted(word)}`);
  return found;
}

export function checkSupported(
  type: CredentialType,
  plugin: Readonly<{ credentialTypes: readonly CredentialType[] }>,
): void {
  if (!plugin.credentialTypes.includes(type)) {
    throw new Problem("refused", `unsupported credential_type: ${quoted(type)}`);
  }
}
