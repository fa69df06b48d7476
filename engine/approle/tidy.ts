import { noInput } from "../api/common-shapes.ts";
import { type Endpoint, operation } from "../api/endpoint.ts";
import { tidyStarted } from "../core/endpoints/tidy-started.ts";
import type { HandlerContext, MountContext } from "../core/mounts/mount-type.ts";
import { namesIn, removeBelow } from "../core/storage/folder.ts";
import { pages } from "../core/storage/pages.ts";
import type { Space, StorageChange } from "../core/storage/storage.ts";
import { roles } from "./role.ts";
import { accessorPrefix, accessorsOf, isExpired, secretIdPrefix, secretIdsOf } from "./secret-id.ts";

const tidyMilliseconds = 60 * 60 * 1000;

export const tidyEndpoint: Endpoint<HandlerContext> = {
  path: "tidy/secret-id",
  operations: {
    write: operation({
      summary: "Remove expired secret ids and accessors without a secret id",
      served: "locally",
      statuses: [202],
      input: noInput,
      async run(_, context: HandlerContext) {
        context.agenda.arrange("tidy", context.clock.now(), () => tidyAndSchedule(context));
        return tidyStarted;
      },
    }),
  },
};

export async function scheduleTidy(context: MountContext): Promise<void> {
  context.agenda.arrange("tidy", context.clock.now() + tidyMilliseconds, () => tidyAndSchedule(context));
}

async function tidyAndSchedule(context: MountContext): Promise<void> {
  await scheduleTidy(context);
  await context.withLock("tidy", () => tidy(context));
}

export async function removeSecretIds(uuid: string, context: MountContext): Promise<void> {
  for (const space of spacesOf(context)) {
    await removeBelow(context, space, `${secretIdPrefix}${uuid}/`);
    await removeBelow(context, space, `${accessorPrefix}${uuid}/`);
  }
}

function spacesOf({ isPrimary }: MountContext): readonly Space[] {
  return isPrimary() ? ["shared", "local"] : ["local"];
}

async function tidy(context: MountContext): Promise<void> {
  const { storage } = context;
  for (const space of spacesOf(context)) {
    for (const prefix of [secretIdPrefix, accessorPrefix]) {
      // Folders are listed before roles, so that a role which is created in between is not mistaken for a deleted role.
      const folders = await namesIn(storage, space, prefix);
      const known = await uuidsOfRoles(context);
      for (const folder of folders) {
        const uuid = folder.slice(0, -1);
        if (known.has(uuid)) await tidyRole(uuid, space, context);
        else await removeBelow(context, space, `${prefix}${folder}`);
      }
    }
  }
}

async function uuidsOfRoles({ storage }: MountContext): Promise<ReadonlySet<string>> {
  const uuids = new Set<string>();
  for (const name of await roles.names(storage)) {
    const role = await roles.read(storage, name);
    if (role) uuids.add(role.uuid);
  }
  return uuids;
}

async function tidyRole(uuid: string, space: Space, { storage, clock }: MountContext): Promise<void> {
  const [secretIds, accessors] = [secretIdsOf(uuid, space), accessorsOf(uuid, space)];
  for await (const names of pages((window) => accessors.names(storage, window), clock)) {
    const changes: StorageChange[] = [];
    for (const accessor of names) {
      const key = await accessors.readUncached(storage, accessor);
      const secretId = key === undefined ? undefined : await secretIds.readUncached(storage, key);
      if (secretId && !isExpired(secretId, clock.now())) continue;
      changes.push(accessors.remove(accessor));
      if (key !== undefined) changes.push(secretIds.remove(key));
    }
    if (changes.length > 0) await storage.commit(changes);
  }
}
