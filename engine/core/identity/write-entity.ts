import { Problem } from "../../api/problem.ts";
import type { Entity, Metadata } from "./entity.ts";
import type { IdentityStore } from "./identity-store.ts";
import { requireMeasure } from "./limits.ts";
import { requireMetadata } from "./metadata.ts";

/** What of an entity shall be otherwise; what is left out stays. */
export type EntityRequest = Readonly<{
  /** Which entity; it must be there. */
  id?: string | undefined;
  /** Which entity, unless `id` says so; then its new name. */
  name?: string | undefined;
  metadata?: Metadata | undefined;
  policies?: readonly string[] | undefined;
  disabled?: boolean | undefined;
}>;

/** Makes or changes an entity, and tells it when it is new. Throws a Problem "refused". */
export function writeEntity(identityStore: IdentityStore, wish: EntityRequest): Promise<Entity | undefined> {
  requireMeasure(wish);
  if (wish.metadata) requireMetadata("entity", wish.metadata);
  requireOrdinary(wish.policies);
  return identityStore.edit(async () => {
    const before = await present(identityStore, wish);
    const base = before ?? (await identityStore.newEntity(wish.name));
    const after: Entity = {
      ...base,
      name: wish.name || base.name,
      metadata: wish.metadata ?? base.metadata,
      policies: wish.policies ? [...wish.policies].sort() : base.policies,
      disabled: wish.disabled ?? base.disabled,
      updatedAt: identityStore.now(),
    };
    return {
      before: before ? { entities: [before] } : {},
      after: { entities: [after] },
      result: before ? undefined : after,
    };
  });
}

/** No entity or group can have the policy `root`, in any spelling. */
export function requireOrdinary(policies: readonly string[] = []): void {
  if (policies.some((name) => name.trim().toLowerCase() === "root")) {
    throw new Problem("refused", "policies cannot contain root");
  }
}

async function present({ records }: IdentityStore, { id = "", name = "" }: EntityRequest): Promise<Entity | undefined> {
  const byName = name === "" ? undefined : await records.entityByName(name);
  if (id === "") return byName;
  const byId = await records.entity(id);
  if (!byId) throw new Problem("refused", "entity not found from id");
  if (byName && byName.id !== id) throw new Problem("refused", "entity name is already in use");
  return byId;
}
