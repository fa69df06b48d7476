import type { Identity } from "../identity.ts";
import { type Edit, unchanged } from "../records/identity-store.ts";

export function removeAlias({ identityStore }: Identity, id: string): Promise<void> {
  return identityStore.edit(async (): Promise<Edit<void>> => {
    const found = await identityStore.records.aliasById(id);
    if (!found) return unchanged(undefined);
    const { alias, entity } = found;
    if (alias.local) return { ...(await identityStore.localChange(entity, id, undefined)), result: undefined };
    const left = { ...entity, aliases: entity.aliases.filter((one) => one.id !== id), updatedAt: identityStore.now() };
    return { before: { entities: [entity] }, after: { entities: [left] }, result: undefined };
  });
}
