import { z } from "zod";
import { field } from "../api/field.ts";
import type { JsonObject } from "../api/json.ts";
import { Problem } from "../api/problem.ts";
import { timeText } from "../api/time.ts";
import { collection } from "../core/storage/storage.ts";
import type { Instant } from "../ports/clock.ts";
import { type CredentialConfig, parseCredentialConfig, shownCredentialConfig } from "./credential-config.ts";
import { type CredentialType, credentialTypes, parseCredentialType } from "./credential-type.ts";

/** What a static role is asked to be (database-api.md, "Static role"). */
export type StaticRoleDefinition = Readonly<{
  /** Name of the connection. */
  connection: string;
  /** The database user whose password is managed. */
  username: string;
  rotationPeriodSeconds: number;
  rotationStatements: readonly string[];
  credentialType: CredentialType;
  credentialConfig: CredentialConfig;
}>;

/** A static role as it is stored: one whose password is known. */
export type StaticRole = StaticRoleDefinition & Readonly<{ password: string; rotatedAt: Instant }>;

export const staticRoles = collection<StaticRole>("shared", "static-role/");

const shortestPeriodSeconds = 5;

/** What a write says of a static role. What is left out stays as it is. */
export const staticRoleFields = z.object({
  name: field.name,
  db_name: field.text.optional(),
  username: field.text.optional(),
  rotation_period: field.seconds.optional(),
  rotation_statements: field.statements.optional(),
  credential_type: field.text.optional(),
  credential_config: field.object.optional(),
});

/** `old`, if any, as `wish` wants it. Throws a Problem "refused" when that is no static role, or another user's. */
export function reviseStaticRole(
  old: StaticRoleDefinition | undefined,
  wish: z.output<typeof staticRoleFields>,
): StaticRoleDefinition {
  const connection = wish.db_name ?? old?.connection ?? "";
  if (connection === "") throw new Problem("refused", "database name is a required field");
  if (old && connection !== old.connection) throw new Problem("refused", "cannot update static account database");
  const username = wish.username ?? old?.username ?? "";
  if (old && username !== old.username) throw new Problem("refused", "cannot update static account username");
  if (username === "") throw new Problem("refused", "username is a required field to create a static account");
  const rotationPeriodSeconds = wish.rotation_period ?? old?.rotationPeriodSeconds;
  if (rotationPeriodSeconds === undefined) {
    throw new Problem("refused", "rotation_period is required to create static accounts");
  }
  if (rotationPeriodSeconds < shortestPeriodSeconds) {
    throw new Problem("refused", `rotation_period must be ${shortestPeriodSeconds} seconds or more`);
  }
  const credentialType = parseCredentialType(wish.credential_type ?? old?.credentialType ?? "password");
  const options = wish.credential_config ?? (credentialType === old?.credentialType ? old.credentialConfig : {});
  return {
    connection,
    username,
    rotationPeriodSeconds,
    rotationStatements: wish.rotation_statements ?? old?.rotationStatements ?? [],
    credentialType,
    credentialConfig: parseCredentialConfig(credentialType, options),
  };
}

/** When the password is to be rotated by itself. */
export function rotationDue(role: StaticRole): Instant {
  return role.rotatedAt + role.rotationPeriodSeconds * 1000;
}

/** The shape of a static role as it is read. */
export const staticRoleData = z.object({
  db_name: z.string(),
  username: z.string(),
  rotation_period: z.int(),
  rotation_statements: z.array(z.string()),
  credential_type: z.enum(credentialTypes),
  credential_config: z.record(z.string(), z.string()),
  last_vault_rotation: z.string(),
});

/** A static role as it is read. */
export function shownStaticRole(role: StaticRole): JsonObject {
  return {
    db_name: role.connection,
    username: role.username,
    rotation_period: role.rotationPeriodSeconds,
    rotation_statements: role.rotationStatements,
    credential_type: role.credentialType,
    credential_config: shownCredentialConfig(role.credentialConfig),
    last_vault_rotation: timeText(role.rotatedAt),
  };
}

/** The credentials of a static role as they are read. `ttl` counts down, in seconds, and never below 0. */
export function shownStaticCredentials(role: StaticRole, now: Instant): JsonObject {
  return {
    username: role.username,
    password: role.password,
    rotation_period: role.rotationPeriodSeconds,
    last_vault_rotation: timeText(role.rotatedAt),
    ttl: Math.max(0, Math.ceil((rotationDue(role) - now) / 1000)),
  };
}
