import { Problem } from "../../../api/problem.ts";
import type { Entity, Metadata } from "../records/entity.ts";
import type { IdentityStore } from "../records/identity-store.ts";
import { requireMetadata } from "../records/metadata.ts";
import { requireLimits } from "./limits.ts";

/** Request to create or change an entity. Omitted properties of an existing entity do not change. */
export type EntityRequest = Readonly<{
  id?: string | undefined;
  name?: string | undefined;
  metadata?: Metadata | undefined;
  policies?: readonly string[] | undefined;
  disabled?: boolean | undefined;
}>;

/**
 * Creates or changes an entity. Returns it if it was created, undefined if it existed. Throws a Problem "refused" if
 * the request is invalid.
 */
export function writeEntity(identityStore: IdentityStore, request: EntityRequest): Promise<Entity | undefined> {
  requireLimits(request);
  if (request.metadata) requireMetadata("entity", request.metadata);
  refuseRootPolicy(request.policies);
  return identityStore.edit(async () => {
    const before = await present(identityStore, request);
    const base = before ?? (await identityStore.newEntity(request.name));
    const after: Entity = {
      ...base,
      name: request.name || base.name,
      metadata: request.metadata ?? base.metadata,
      policies: request.policies ? [...request.policies].sort() : base.policies,
      disabled: request.disabled ?? base.disabled,
      updatedAt: identityStore.now(),
    };
    return {
      before: before ? { entities: [before] } : {},
      after: { entities: [after] },
      result: before ? undefined : after,
    };
  });
}

export function refuseRootPolicy(policies: readonly string[] = []): void {
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
