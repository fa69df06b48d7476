import { z } from "zod";
import { field } from "../../api/field.ts";
import { resourceOf } from "../../api/fields/resource-fields.ts";
import type { JsonObject } from "../../api/json.ts";
import { Problem } from "../../api/problem.ts";
import { timeText } from "../../api/values/time.ts";
import { collection } from "../../core/storage/storage.ts";
import type { Instant } from "../../ports/clock.ts";
import { checkName } from "./check-name.ts";
import type { CredentialConfig } from "./credential-config.ts";
import { credentialFields, withCompleteConfig } from "./credential-fields.ts";
import type { CredentialType } from "./credential-type.ts";

export type StaticRoleDefinition = Readonly<{
  connection: string;
  username: string;
  rotationPeriodSeconds: number;
  rotationStatements: readonly string[];
  credentialType: CredentialType;
  credentialConfig: CredentialConfig;
}>;

/** A stored static role. Its password is that of the last recorded rotation. */
export type StaticRole = StaticRoleDefinition & Readonly<{ password: string; rotatedAt: Instant }>;

export const staticRoles = collection<StaticRole>("shared", "static-role/");

const minPeriodSeconds = 5;

const declared = resourceOf<StaticRoleDefinition>();

export const staticRoleFields = declared.fields({
  db_name: declared.field({ member: "connection", input: field.text, output: z.string(), unset: "" }),
  username: declared.field({ member: "username", input: field.text, output: z.string(), unset: "" }),
  rotation_period: declared.field({ member: "rotationPeriodSeconds", input: field.seconds, output: z.int(), unset: 0 }),
  rotation_statements: declared.field({
    member: "rotationStatements",
    input: field.statements,
    output: z.array(z.string()),
    unset: [],
  }),
  ...credentialFields<StaticRoleDefinition>(),
});

const undefinedRole: StaticRoleDefinition = {
  connection: "",
  username: "",
  rotationPeriodSeconds: 0,
  rotationStatements: [],
  credentialType: "password",
  credentialConfig: {},
};

export function reviseStaticRole(
  old: StaticRoleDefinition | undefined,
  request: Readonly<{ rotation_period?: number | undefined }> & Readonly<Record<string, unknown>>,
): StaticRoleDefinition {
  const role = withCompleteConfig(staticRoleFields.written(old ?? undefinedRole, request));
  const { connection, username, rotationPeriodSeconds } = role;
  if (connection === "") throw new Problem("refused", "database name is a required field");
  if (old && connection !== old.connection) throw new Problem("refused", "cannot update static account database");
  if (old && username !== old.username) throw new Problem("refused", "cannot update static account username");
  if (username === "") throw new Problem("refused", "username is a required field to create a static account");
  checkName("username", username);
  if (!old && request.rotation_period === undefined) {
    throw new Problem("refused", "rotation_period is required to create static accounts");
  }
  if (rotationPeriodSeconds < minPeriodSeconds) {
    throw new Problem("refused", `rotation_period must be ${minPeriodSeconds} seconds or more`);
  }
  return role;
}

export function rotationDue(role: StaticRole): Instant {
  return role.rotatedAt + role.rotationPeriodSeconds * 1000;
}

export function shownStaticRole(role: StaticRole): JsonObject {
  return { ...staticRoleFields.shown(role), last_vault_rotation: timeText(role.rotatedAt) };
}

/** Returns the credentials of a static role as in a response. `ttl` is the time until the next rotation in seconds. */
export function shownStaticCredentials(role: StaticRole, now: Instant): JsonObject {
  return {
    username: role.username,
    password: role.password,
    rotation_period: role.rotationPeriodSeconds,
    last_vault_rotation: timeText(role.rotatedAt),
    ttl: Math.max(0, Math.ceil((rotationDue(role) - now) / 1000)),
  };
}
