import { z } from "zod";
import { field } from "../api/field.ts";
import type { JsonObject } from "../api/json.ts";
import { Problem } from "../api/problem.ts";
import { collection } from "../core/storage/storage.ts";
import { type CredentialConfig, parseCredentialConfig, shownCredentialConfig } from "./credential-config.ts";
import { type CredentialType, parseCredentialType } from "./credential-type.ts";

/** A dynamic role as it is stored (database-api.md, "Role"). */
export type DynamicRole = Readonly<{
  /** Name of the connection; it need not be there yet. */
  connection: string;
  creationStatements: readonly string[];
  revocationStatements: readonly string[];
  rollbackStatements: readonly string[];
  renewStatements: readonly string[];
  /** 0 stands for the mount's value. */
  defaultTtlSeconds: number;
  maxTtlSeconds: number;
  credentialType: CredentialType;
  credentialConfig: CredentialConfig;
}>;

export const dynamicRoles = collection<DynamicRole>("shared", "role/");

/** The name under which deeds that change a role, of either kind, exclude one another. */
export function roleDeed(name: string): string {
  return `role ${name}`;
}

/** What a write says of a role. What is left out stays as it is. */
export const dynamicRoleFields = z.object({
  name: field.name,
  db_name: field.text.optional(),
  creation_statements: field.statements.optional(),
  revocation_statements: field.statements.optional(),
  rollback_statements: field.statements.optional(),
  renew_statements: field.statements.optional(),
  default_ttl: field.seconds.optional(),
  max_ttl: field.seconds.optional(),
  credential_type: field.text.optional(),
  credential_config: field.object.optional(),
});

const undefinedRole: DynamicRole = {
  connection: "",
  creationStatements: [],
  revocationStatements: [],
  rollbackStatements: [],
  renewStatements: [],
  defaultTtlSeconds: 0,
  maxTtlSeconds: 0,
  credentialType: "password",
  credentialConfig: {},
};

/** `old`, if any, as `wish` wants it. Throws a Problem "refused" when that is no role. */
export function reviseDynamicRole(old: DynamicRole | undefined, wish: z.output<typeof dynamicRoleFields>): DynamicRole {
  const stored = old ?? undefinedRole;
  const credentialType = parseCredentialType(wish.credential_type ?? stored.credentialType);
  const options = wish.credential_config ?? (credentialType === stored.credentialType ? stored.credentialConfig : {});
  const role: DynamicRole = {
    connection: wish.db_name ?? stored.connection,
    creationStatements: wish.creation_statements ?? stored.creationStatements,
    revocationStatements: wish.revocation_statements ?? stored.revocationStatements,
    rollbackStatements: wish.rollback_statements ?? stored.rollbackStatements,
    renewStatements: wish.renew_statements ?? stored.renewStatements,
    defaultTtlSeconds: wish.default_ttl ?? stored.defaultTtlSeconds,
    maxTtlSeconds: wish.max_ttl ?? stored.maxTtlSeconds,
    credentialType,
    credentialConfig: parseCredentialConfig(credentialType, options),
  };
  if (role.connection === "") throw new Problem("refused", "database name is required");
  if (role.creationStatements.length === 0) throw new Problem("refused", "empty creation statements");
  if (role.maxTtlSeconds > 0 && role.defaultTtlSeconds > role.maxTtlSeconds) {
    throw new Problem("refused", "default_ttl cannot be greater than max_ttl");
  }
  return role;
}

/** A role as it is read. */
export function shownDynamicRole(role: DynamicRole): JsonObject {
  return {
    db_name: role.connection,
    creation_statements: role.creationStatements,
    revocation_statements: role.revocationStatements,
    rollback_statements: role.rollbackStatements,
    renew_statements: role.renewStatements,
    default_ttl: role.defaultTtlSeconds,
    max_ttl: role.maxTtlSeconds,
    credential_type: role.credentialType,
    credential_config: shownCredentialConfig(role.credentialConfig),
  };
}
