import { z } from "zod";
import { field } from "../../api/field.ts";
import type { StoredField } from "../../api/fields/resource-fields.ts";
import { type CredentialConfig, parseCredentialConfig, shownCredentialConfig } from "./credential-config.ts";
import { type CredentialType, credentialTypes, parseCredentialType } from "./credential-type.ts";

type Credential = Readonly<{ credentialType: CredentialType; credentialConfig: CredentialConfig }>;

/**
 * Fields for the credentials of dynamic and static roles. The credential type comes first: it
 * determines which options are valid, and when it changes the options are reset.
 */
export function credentialFields<Role extends Credential>() {
  return {
    credential_type: {
      input: field.text,
      output: z.enum(credentialTypes),
      revised(old, input) {
        const credentialType = parseCredentialType(input ?? "password");
        return credentialType === old.credentialType ? old : { ...old, credentialType, credentialConfig: {} };
      },
      shown: ({ credentialType }) => credentialType,
    } satisfies StoredField<Role, typeof field.text>,
    credential_config: {
      input: field.object,
      output: z.record(z.string(), z.string()),
      revised: (old, input) => ({ ...old, credentialConfig: parseCredentialConfig(old.credentialType, input ?? {}) }),
      shown: ({ credentialConfig }) => shownCredentialConfig(credentialConfig),
    } satisfies StoredField<Role, typeof field.object>,
  };
}

/**
 * Returns the role with the defaults of its options. Throws a Problem "refused" if a required option is missing or an
 * option is invalid.
 */
export function withCompleteConfig<Role extends Credential>(role: Role): Role {
  return { ...role, credentialConfig: parseCredentialConfig(role.credentialType, role.credentialConfig) };
}
