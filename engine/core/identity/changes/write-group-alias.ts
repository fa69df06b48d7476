import { Problem, quoted } from "../../../api/problem.ts";
import type { Group } from "../records/group.ts";
import { type Edit, type IdentityStore, unchanged } from "../records/identity-store.ts";
import type { Records } from "../records/records.ts";
import type { Mounts } from "../shown.ts";
import { requireLimits } from "./limits.ts";

export type GroupAliasRequest = Readonly<{
  id?: string | undefined;
  name: string;
  mountAccessor: string;
  /** Id of the alias's group. If "", an existing alias keeps its group, and a new alias gets a new group. */
  groupId: string;
}>;

/**
 * Creates or changes a group alias. Returns the ids of the alias and its group, or undefined if nothing changed. Throws
 * a Problem "refused" if the request is invalid.
 */
export function writeGroupAlias(
  identityStore: IdentityStore,
  request: GroupAliasRequest,
  mounts: Mounts,
): Promise<Readonly<{ id: string; groupId: string }> | undefined> {
  const { id, name, mountAccessor, groupId } = request;
  requireLimits(request);
  return identityStore.edit(async () => {
    const { records } = identityStore;
    const previous = id === undefined ? undefined : await ownerOf(records, id);
    if (name === "") throw new Problem("refused", "missing alias name");
    if (mountAccessor === "") throw new Problem("refused", "missing mount_accessor");
    const before = previous?.alias ?? undefined;
    const stays = before?.name === name && before.mountAccessor === mountAccessor;
    if (stays && (groupId === "" || groupId === previous?.id)) return unchanged(undefined);
    const wanted = groupId === "" ? previous : await externalGroup(records, groupId);
    requireMount(mounts, mountAccessor);
    const other = await records.groupByAliasName(mountAccessor, name);
    if (other && other.alias?.id !== before?.id) {
      throw new Problem("refused", "combination of mount and group alias name is already in use");
    }
    const now = identityStore.now();
    const base = before ?? identityStore.newAlias({ name, mountAccessor, local: false });
    const alias = { ...base, name, mountAccessor, updatedAt: now };
    const owner = wanted ?? (await identityStore.newGroup({ type: "external" }));
    const after = [rewritten({ ...owner, alias }, now)];
    if (previous && previous.id !== owner.id) after.push(rewritten({ ...previous, alias: null }, now));
    const present = [...(wanted ? [wanted] : []), ...(previous && previous.id !== owner.id ? [previous] : [])];
    return {
      before: { groups: present },
      after: { groups: after },
      result: { id: alias.id, groupId: owner.id },
    };
  });
}

export function removeGroupAlias(identityStore: IdentityStore, id: string): Promise<void> {
  return identityStore.edit(async (): Promise<Edit<void>> => {
    const group = await identityStore.records.groupByAliasId(id);
    if (!group) return unchanged(undefined);
    const left = rewritten({ ...group, alias: null }, identityStore.now());
    return { before: { groups: [group] }, after: { groups: [left] }, result: undefined };
  });
}

function rewritten(group: Group, now: number): Group {
  return { ...group, modifyIndex: group.modifyIndex + 1, updatedAt: now };
}

async function ownerOf(records: Records, aliasId: string): Promise<Group> {
  if (aliasId === "") throw new Problem("refused", "empty group alias ID");
  const group = await records.groupByAliasId(aliasId);
  if (!group) throw new Problem("refused", "invalid group alias ID");
  return group;
}

async function externalGroup(records: Records, id: string): Promise<Group> {
  const group = await records.group(id);
  if (!group) throw new Problem("refused", "invalid group ID given in 'canonical_id'");
  if (group.type !== "external") throw new Problem("refused", "alias can't be set on an internal group");
  return group;
}

function requireMount(mounts: Mounts, accessor: string): void {
  const mount = mounts.get(accessor);
  if (!mount) throw new Problem("refused", `invalid mount accessor ${quoted(accessor)}`);
  if (mount.local) throw new Problem("refused", `mount accessor ${quoted(accessor)} is a local mount`);
}
