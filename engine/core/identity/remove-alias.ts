import type { Identity } from "./identity.ts";
import { type Edit, unchanged } from "./ledger.ts";

/** Removes an alias; one that is not there is removed already. */
export function removeAlias({ ledger }: Identity, id: string): Promise<void> {
  return ledger.edit(async (): Promise<Edit<void>> => {
    const found = await ledger.records.aliasById(id);
    if (!found) return unchanged(undefined);
    const { alias, entity } = found;
    if (alias.local) return { ...(await ledger.localChange(entity, id, undefined)), result: undefined };
    const left = { ...entity, aliases: entity.aliases.filter((one) => one.id !== id), updatedAt: ledger.now() };
    return { before: { entities: [entity] }, after: { entities: [left] }, result: undefined };
  });
}
