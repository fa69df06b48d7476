import { z } from "zod";
import { namedInput } from "../../api/common-shapes.ts";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import { field } from "../../api/field.ts";
import { Problem } from "../../api/problem.ts";
import type { HandlerContext } from "../../core/mounts/mount-type.ts";
import { namesEndpoint } from "../../core/mounts/names-endpoint.ts";
import { checkUser } from "../connections/check-user.ts";
import { connectionNamed } from "../connections/connection.ts";
import type { Sessions } from "../connections/sessions.ts";
import { pluginNamed } from "../plugins/catalogue.ts";
import type { Plugin } from "../plugins/plugin.ts";
import { checkName } from "../roles/check-name.ts";
import { type CredentialType, checkSupported } from "../roles/credential-type.ts";
import { dynamicRoles, roleLock } from "../roles/dynamic-role.ts";
import { checkNotRoot } from "../roles/root-user.ts";
import {
  reviseStaticRole,
  type StaticRole,
  type StaticRoleDefinition,
  shownStaticRole,
  staticRoleFields,
  staticRoles,
} from "../roles/static-role.ts";
import { create, pendingRotations, type RotationContext } from "../rotation/rotation.ts";
import {
  cancelRotation,
  finishCreation,
  retrySeconds,
  scheduleDue,
  scheduleRetry,
} from "../rotation/rotation-schedule.ts";

const writing = z.object({ name: field.name, ...staticRoleFields.writing });
const shownRole = z.object({ ...staticRoleFields.output, last_vault_rotation: z.string() });

export function staticRoleEndpoints(sessions: Sessions): readonly Endpoint<HandlerContext>[] {
  return [
    namesEndpoint("static-roles", "List the static roles", staticRoles.names),
    {
      path: "static-roles/:name",
      operations: {
        read: operation({
          summary: "Read a static role, without its password",
          served: "locally",
          input: namedInput,
          output: shownRole,
          async run({ name }, { storage }: HandlerContext) {
            const role = await staticRoles.read(storage, name);
            if (!role) throw new Problem("absent", "");
            return { data: shownStaticRole(role) };
          },
        }),
        write: operation({
          summary: "Create or change a static role; a new role rotates the password immediately",
          served: "by-primary",
          statuses: [500],
          input: writing,
          exists: async ({ name }, { storage }: HandlerContext) =>
            (await staticRoles.read(storage, name)) !== undefined,
          run: ({ name, ...request }, context: HandlerContext) =>
            context.withLock(roleLock(name), async () => {
              const deps = { sessions, context };
              checkName("the name of the role", name);
              await finishCreation(name, deps);
              const old = await staticRoles.read(context.storage, name);
              const definition = reviseStaticRole(old, request);
              await checkDefinition(name, definition, context);
              const role = old
                ? await update(name, { ...old, ...definition }, context)
                : await createRole(name, definition, deps);
              await scheduleDue(name, role, deps);
              return undefined;
            }),
        }),
        delete: operation({
          summary: "Delete a static role; the database user stays",
          served: "by-primary",
          input: namedInput,
          run: ({ name }, context: HandlerContext) =>
            context.withLock(roleLock(name), async () => {
              await context.storage.commit([staticRoles.remove(name), pendingRotations.remove(name)]);
              cancelRotation(name, { sessions, context });
              return undefined;
            }),
        }),
      },
    },
  ];
}

async function checkDefinition(name: string, definition: StaticRoleDefinition, { storage }: HandlerContext) {
  if (await dynamicRoles.read(storage, name)) throw new Problem("refused", "Role and Static Role names must be unique");
  const connection = await connectionNamed(definition.connection, storage);
  const plugin = pluginNamed(connection.pluginName);
  checkSupported(definition.credentialType, { credentialTypes: rotatableTypes(plugin) });
  checkUser(definition.username, plugin);
  checkNotRoot(definition, connection);
}

function rotatableTypes({ credentialTypes }: Plugin): readonly CredentialType[] {
  return credentialTypes.filter((type) => type === "password");
}

/** Creates a static role. If the outcome is unknown, a retry is scheduled, which completes or discards the creation. */
async function createRole(name: string, definition: StaticRoleDefinition, deps: RotationContext): Promise<StaticRole> {
  try {
    return await create(name, definition, deps);
  } catch (cause) {
    const isOpen = (await pendingRotations.read(deps.context.storage, name)) !== undefined;
    if (!isOpen) throw cause;
    scheduleRetry(name, deps);
    if (!(cause instanceof Problem)) throw cause;
    throw new Problem(cause.code, openText + cause.message, { cause });
  }
}

const openText = `it is not known whether the user has its new password; in ${retrySeconds} s the role is created if it has, or discarded: `;

async function update(name: string, role: StaticRole, { storage }: HandlerContext): Promise<StaticRole> {
  await storage.commit([staticRoles.put(name, role)]);
  return role;
}
