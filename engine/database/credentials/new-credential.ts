import type { JsonObject } from "../../api/json.ts";
import { Problem } from "../../api/problem.ts";
import type { MountContext } from "../../core/mounts/mount-type.ts";
import { type Certificates, type KeyType, serialBytes } from "../../ports/certificates.ts";
import type { Instant } from "../../ports/clock.ts";
import type { Connection } from "../connections/connection.ts";
import type { Credential } from "../plugins/plugin.ts";
import type { DynamicRole } from "../roles/dynamic-role.ts";

export type NewCredential = Readonly<{ credential: Credential; clientData: JsonObject }>;

type CredentialRequest = Readonly<{
  username: string;
  role: Pick<DynamicRole, "credentialType" | "credentialConfig">;
  connection: Pick<Connection, "passwordPolicy">;
}>;

type Dependencies = Readonly<{ context: MountContext; certificates: Certificates }>;

/** Milliseconds by which the validity of a certificate begins early, because the server's clock may be behind. */
const clockSkewMilliseconds = 30_000;

/**
 * Resolves to a function that returns the credential of a new user; a certificate is valid until
 * `end`. Rejects with a Problem "failed" if the CA of a role for client certificates is missing.
 */
export function prepareCredential(
  request: CredentialRequest,
  deps: Dependencies,
): Promise<(end: Instant) => NewCredential> {
  switch (request.role.credentialType) {
    case "password":
      return preparePassword(request, deps);
    case "rsa_private_key":
      return prepareKey(request, deps);
    case "client_certificate":
      return prepareCertificate(request, deps);
  }
}

async function preparePassword({ role, connection }: CredentialRequest, { context }: Dependencies) {
  const policy = role.credentialConfig.password_policy ?? connection.passwordPolicy;
  const password = await context.passwords.generate(policy);
  return () => ({ credential: { type: "password", password }, clientData: { password } }) as const;
}

async function prepareKey({ role }: CredentialRequest, { certificates }: Dependencies) {
  const bits = Number(role.credentialConfig.key_bits);
  const { privateKey, publicKey } = await certificates.generateKeys({ type: "rsa", bits });
  return () =>
    ({ credential: { type: "rsa_private_key", publicKey }, clientData: { rsa_private_key: privateKey } }) as const;
}

async function prepareCertificate({ username, role }: CredentialRequest, { context, certificates }: Dependencies) {
  const { ca_cert, ca_private_key, key_type, key_bits, signature_bits } = role.credentialConfig;
  if (!ca_cert) throw missingCapability("ca_cert");
  if (!ca_private_key) throw missingCapability("ca_private_key");
  const authority = { certificate: ca_cert, privateKey: ca_private_key };
  const { privateKey, publicKey } = await certificates.generateKeys({
    type: key_type as KeyType,
    bits: Number(key_bits),
  });
  return (end: Instant): NewCredential => ({
    credential: { type: "client_certificate", subject: `CN=${username}` },
    clientData: {
      client_certificate: certificates.issue({
        commonName: username,
        publicKey,
        authority,
        signatureBits: Number(signature_bits),
        serial: context.entropy.bytes(serialBytes),
        notBefore: context.clock.now() - clockSkewMilliseconds,
        notAfter: end,
      }),
      private_key: privateKey,
      private_key_type: key_type ?? "",
    },
  });
}

function missingCapability(option: string): Problem {
  return new Problem("failed", `failed to generate client certificate: missing required ${option}`);
}
