import { z } from "zod";
import { namedInput } from "../../api/common-shapes.ts";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import { field } from "../../api/field.ts";
import { Problem } from "../../api/problem.ts";
import type { Scene } from "../../core/mounts/mount-type.ts";
import { namesEndpoint } from "../../core/mounts/names-endpoint.ts";
import { connectionNamed } from "../connection.ts";
import { checkSupported } from "../credential-type.ts";
import { dynamicRoles, roleDeed } from "../dynamic-role.ts";
import { pluginNamed } from "../plugins/catalogue.ts";
import { checkNotRoot } from "../root-user.ts";
import { announcements, create, type Workplace } from "../rotation.ts";
import { arrangeDue, arrangeRetry, cancelRotation, finishCreation, retrySeconds } from "../rotation-schedule.ts";
import type { Sessions } from "../sessions.ts";
import {
  reviseStaticRole,
  type StaticRole,
  type StaticRoleDefinition,
  shownStaticRole,
  staticRoleFields,
  staticRoles,
} from "../static-role.ts";

const writing = z.object({ name: field.name, ...staticRoleFields.writing });
const shownRole = z.object({ ...staticRoleFields.output, last_vault_rotation: z.string() });

/** Roles that stand for one database user each, whose password is rotated. Source: database-api.md, "Endpoints". */
export function staticRoleEndpoints(sessions: Sessions): readonly Endpoint<Scene>[] {
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
          async run({ name }, { storage }: Scene) {
            const role = await staticRoles.read(storage, name);
            if (!role) throw new Problem("absent", "");
            return { data: shownStaticRole(role) };
          },
        }),
        write: operation({
          summary: "Define a static role; a new one rotates its user's password at once",
          served: "by-primary",
          statuses: [500],
          input: writing,
          exists: async ({ name }, { storage }: Scene) => (await staticRoles.read(storage, name)) !== undefined,
          run: ({ name, ...wish }, scene: Scene) =>
            scene.exclusive(roleDeed(name), async () => {
              const place = { sessions, backstage: scene };
              await finishCreation(name, place);
              const old = await staticRoles.read(scene.storage, name);
              const definition = reviseStaticRole(old, wish);
              await checkDefinition(name, definition, scene);
              const role = old
                ? await update(name, { ...old, ...definition }, scene)
                : await make(name, definition, place);
              await arrangeDue(name, role, place);
              return undefined;
            }),
        }),
        delete: operation({
          summary: "Forget a static role; the database user stays",
          served: "by-primary",
          input: namedInput,
          run: ({ name }, scene: Scene) =>
            scene.exclusive(roleDeed(name), async () => {
              await scene.storage.commit([staticRoles.remove(name), announcements.remove(name)]);
              cancelRotation(name, { sessions, backstage: scene });
              return undefined;
            }),
        }),
      },
    },
  ];
}

async function checkDefinition(name: string, definition: StaticRoleDefinition, { storage }: Scene) {
  if (await dynamicRoles.read(storage, name)) throw new Problem("refused", "Role and Static Role names must be unique");
  const connection = await connectionNamed(definition.connection, storage);
  checkSupported(definition.credentialType, pluginNamed(connection.pluginName));
  checkNotRoot(definition, connection);
}

/** Makes a role. When it is not known whether that failed, it is found out later. */
async function make(name: string, definition: StaticRoleDefinition, place: Workplace): Promise<StaticRole> {
  try {
    return await create(name, definition, place);
  } catch (cause) {
    const isOpen = (await announcements.read(place.backstage.storage, name)) !== undefined;
    if (!isOpen) throw cause;
    arrangeRetry(name, place);
    if (!(cause instanceof Problem)) throw cause;
    throw new Problem(cause.code, openText + cause.message, { cause });
  }
}

const openText = `it is not known whether the user has its new password; in ${retrySeconds} s the role is made if so, or forgotten: `;

async function update(name: string, role: StaticRole, { storage }: Scene): Promise<StaticRole> {
  await storage.commit([staticRoles.put(name, role)]);
  return role;
}
