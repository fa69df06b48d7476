import { z } from "zod";
import { field } from "../../api/field.ts";
import { resourceOf } from "../../api/fields/resource-fields.ts";
import { Problem } from "../../api/problem.ts";
import { collection } from "../../core/storage/storage.ts";
import type { CredentialConfig } from "./credential-config.ts";
import { credentialFields, withCompleteConfig } from "./credential-fields.ts";
import type { CredentialType } from "./credential-type.ts";

export type DynamicRole = Readonly<{
  /** Name of the connection, which need not exist. */
  connection: string;
  creationStatements: readonly string[];
  revocationStatements: readonly string[];
  rollbackStatements: readonly string[];
  renewStatements: readonly string[];
  /** Default lease TTL in seconds; 0 means the default of the mount. */
  defaultTtlSeconds: number;
  maxTtlSeconds: number;
  credentialType: CredentialType;
  credentialConfig: CredentialConfig;
}>;

export const dynamicRoles = collection<DynamicRole>("shared", "role/");

export function roleLock(name: string): string {
  return `role ${name}`;
}

const declared = resourceOf<DynamicRole>();
const seconds = { input: field.seconds, output: z.int(), unset: 0 } as const;
const statements = { input: field.statements, output: z.array(z.string()), unset: [] } as const;

export const dynamicRoleFields = declared.fields({
  db_name: declared.field({ member: "connection", input: field.text, output: z.string(), unset: "" }),
  creation_statements: declared.field({ member: "creationStatements", ...statements }),
  revocation_statements: declared.field({ member: "revocationStatements", ...statements }),
  rollback_statements: declared.field({ member: "rollbackStatements", ...statements }),
  renew_statements: declared.field({ member: "renewStatements", ...statements }),
  default_ttl: declared.field({ member: "defaultTtlSeconds", ...seconds }),
  max_ttl: declared.field({ member: "maxTtlSeconds", ...seconds }),
  ...credentialFields<DynamicRole>(),
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

export function reviseDynamicRole(
  old: DynamicRole | undefined,
  request: Readonly<Record<string, unknown>>,
): DynamicRole {
  const role = withCompleteConfig(dynamicRoleFields.written(old ?? undefinedRole, request));
  if (role.connection === "") throw new Problem("refused", "database name is required");
  if (role.creationStatements.length === 0) throw new Problem("refused", "empty creation statements");
  if (role.maxTtlSeconds > 0 && role.defaultTtlSeconds > role.maxTtlSeconds) {
    throw new Problem("refused", "default_ttl cannot be greater than max_ttl");
  }
  return role;
}
