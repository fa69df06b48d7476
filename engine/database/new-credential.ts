import type { JsonObject } from "../api/json.ts";
import { Problem } from "../api/problem.ts";
import type { MountContext } from "../core/mounts/mount-type.ts";
import { type Certificates, type KeyType, serialBytes } from "../ports/certificates.ts";
import type { Instant } from "../ports/clock.ts";
import type { Connection } from "./connection.ts";
import type { DynamicRole } from "./dynamic-role.ts";
import type { Credential } from "./plugins/plugin.ts";

/** What a new user proves itself by: what the server is told, and what the client is given. */
export type NewCredential = Readonly<{ credential: Credential; given: JsonObject }>;

/** Whose credential it is to be. */
type Wanted = Readonly<{
  username: string;
  role: Pick<DynamicRole, "credentialType" | "credentialConfig">;
  connection: Pick<Connection, "passwordPolicy">;
}>;

type Making = Readonly<{ context: MountContext; certificates: Certificates }>;

/** A certificate holds from a little earlier on: the server's clock may be behind. */
const clockSkewMilliseconds = 30_000;

/**
 * Makes a credential for a new user, all but what depends on when it ends. Throws a Problem "failed" when the role lacks what it takes, before
 * anything is written.
 */
export function prepareCredential(wanted: Wanted, making: Making): Promise<(end: Instant) => NewCredential> {
  switch (wanted.role.credentialType) {
    case "password":
      return preparePassword(wanted, making);
    case "rsa_private_key":
      return prepareKey(wanted, making);
    case "client_certificate":
      return prepareCertificate(wanted, making);
  }
}

async function preparePassword({ role, connection }: Wanted, { context }: Making) {
  const policy = role.credentialConfig.password_policy ?? connection.passwordPolicy;
  const password = await context.passwords.generate(policy);
  return () => ({ credential: { type: "password", password }, given: { password } }) as const;
}

async function prepareKey({ role }: Wanted, { certificates }: Making) {
  const bits = Number(role.credentialConfig.key_bits);
  const { privateKey, publicKey } = await certificates.generateKeys({ type: "rsa", bits });
  return () =>
    ({ credential: { type: "rsa_private_key", publicKey }, given: { rsa_private_key: privateKey } }) as const;
}

async function prepareCertificate({ username, role }: Wanted, { context, certificates }: Making) {
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
    given: {
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
