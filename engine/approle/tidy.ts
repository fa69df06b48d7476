import { noInput } from "../api/common-shapes.ts";
import { type Endpoint, operation } from "../api/endpoint.ts";
import { tidyStarted } from "../core/endpoints/tidy-started.ts";
import type { Backstage, Scene } from "../core/mounts/mount-type.ts";
import { namesIn, removeBelow } from "../core/storage/folder.ts";
import type { Space, StorageChange } from "../core/storage/storage.ts";
import { roles } from "./role.ts";
import { accessorPrefix, accessorsOf, isOver, secretIdPrefix, secretIdsOf } from "./secret-id.ts";

/** How often secret ids that are over are cleared away unasked. */
const tidyMilliseconds = 60 * 60 * 1000;

/** Secret ids looked at before others get their turn, and removed in one batch at most. */
const lookedAtATime = 500;

/** Clears away what no login can use any more. */
export const tidyEndpoint: Endpoint<Scene> = {
  path: "tidy/secret-id",
  operations: {
    write: operation({
      summary: "Clear away secret ids that are over, and accessors of none",
      served: "locally",
      statuses: [202],
      input: noInput,
      async run(_, scene: Scene) {
        scene.agenda.arrange("tidy", scene.clock.now(), () => tidyAndArrange(scene));
        return tidyStarted;
      },
    }),
  },
};

/** Arranges the next tidying. */
export async function arrangeTidying(backstage: Backstage): Promise<void> {
  backstage.agenda.arrange("tidy", backstage.clock.now() + tidyMilliseconds, () => tidyAndArrange(backstage));
}

async function tidyAndArrange(backstage: Backstage): Promise<void> {
  await arrangeTidying(backstage);
  await backstage.exclusive("tidy", () => tidy(backstage));
}

/** Removes the secret ids and accessors of the role of this uuid, as far as this cluster may. */
export async function forgetSecretIds(uuid: string, backstage: Backstage): Promise<void> {
  for (const space of spacesOf(backstage)) {
    await removeBelow(backstage.storage, space, `${secretIdPrefix}${uuid}/`);
    await removeBelow(backstage.storage, space, `${accessorPrefix}${uuid}/`);
  }
}

/** What is shared is the primary's to clear away. */
function spacesOf({ leads }: Backstage): readonly Space[] {
  return leads() ? ["shared", "local"] : ["local"];
}

async function tidy(backstage: Backstage): Promise<void> {
  const { storage } = backstage;
  for (const space of spacesOf(backstage)) {
    for (const prefix of [secretIdPrefix, accessorPrefix]) {
      // In this order: a role that is made meanwhile is known, or its folder is not.
      const folders = await namesIn(storage, space, prefix);
      const known = await uuidsOfRoles(backstage);
      for (const folder of folders) {
        const uuid = folder.slice(0, -1);
        if (known.has(uuid)) await tidyRole(uuid, space, backstage);
        else await removeBelow(storage, space, `${prefix}${folder}`);
      }
    }
  }
}

async function uuidsOfRoles({ storage }: Backstage): Promise<ReadonlySet<string>> {
  const uuids = new Set<string>();
  for (const name of await roles.names(storage)) {
    const role = await roles.read(storage, name);
    if (role) uuids.add(role.uuid);
  }
  return uuids;
}

async function tidyRole(uuid: string, space: Space, { storage, clock }: Backstage): Promise<void> {
  const [secretIds, accessors] = [secretIdsOf(uuid, space), accessorsOf(uuid, space)];
  const prefix = `${accessorPrefix}${uuid}/`;
  let after: string | undefined;
  for (;;) {
    const window = after === undefined ? { limit: lookedAtATime } : { after, limit: lookedAtATime };
    const names = await storage.keys(space, prefix, window);
    const changes: StorageChange[] = [];
    for (const accessor of names) {
      const key = await accessors.read(storage, accessor);
      const secretId = key === undefined ? undefined : await secretIds.read(storage, key);
      if (secretId && !isOver(secretId, clock.now())) continue;
      changes.push(accessors.remove(accessor));
      if (key !== undefined) changes.push(secretIds.remove(key));
    }
    if (changes.length > 0) await storage.commit(changes);
    after = names.at(-1);
    if (after === undefined || names.length < lookedAtATime) return;
  }
}
