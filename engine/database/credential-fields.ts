import { z } from "zod";
import { field } from "../api/field.ts";
import type { StoredField } from "../api/resource-fields.ts";
import { type CredentialConfig, parseCredentialConfig, shownCredentialConfig } from "./credential-config.ts";
import { type CredentialType, credentialTypes, parseCredentialType } from "./credential-type.ts";

type Credential = Readonly<{ credentialType: CredentialType; credentialConfig: CredentialConfig }>;

/**
 * The fields by which a role of either kind says what credentials it wants, the type first: options are those of a type, and another type
 * begins without any. Options that a type cannot do without are judged when all fields are known, by {@link withCompleteConfig}.
 */
export function credentialFields<Role extends Credential>() {
  return {
    credential_type: {
      input: field.text,
      output: z.enum(credentialTypes),
      revised(old, given) {
        const credentialType = parseCredentialType(given ?? "password");
        return credentialType === old.credentialType ? old : { ...old, credentialType, credentialConfig: {} };
      },
      shown: ({ credentialType }) => credentialType,
    } satisfies StoredField<Role, typeof field.text>,
    credential_config: {
      input: field.object,
      output: z.record(z.string(), z.string()),
      revised: (old, given) => ({ ...old, credentialConfig: parseCredentialConfig(old.credentialType, given ?? {}) }),
      shown: ({ credentialConfig }) => shownCredentialConfig(credentialConfig),
    } satisfies StoredField<Role, typeof field.object>,
  };
}

/** `role` with the options that were left out. Throws a Problem "refused" when one is missing that has no default. */
export function withCompleteConfig<Role extends Credential>(role: Role): Role {
  return { ...role, credentialConfig: parseCredentialConfig(role.credentialType, role.credentialConfig) };
}
