import { Problem, quoted } from "../../api/problem.ts";
import type { HandlerContext } from "../../core/mounts/mount-type.ts";
import { deniedTags } from "../denylist/denied-tag.ts";
import type { InstanceDescription } from "../provider-api/instance-description.ts";
import type { InstanceRole } from "../role/role.ts";
import { readTagValue } from "../tag/genuine-tag.ts";
import type { RoleTag } from "../tag/role-tag.ts";

/**
 * Returns the role tag of an instance, or undefined if `role` does not use role tags. Throws a Problem
 * if the role uses them and the instance has no valid tag (W4.5-05).
 */
export async function loginTag(
  { id, tags }: InstanceDescription,
  { name, role }: Readonly<{ name: string; role: InstanceRole }>,
  { storage, cryptography }: Pick<HandlerContext, "storage" | "cryptography">,
): Promise<RoleTag | undefined> {
  if (role.tagKey === "") return undefined;
  const value = tags.get(role.tagKey) ?? "";
  if (value === "") throw new Problem("refused", `missing tag with key ${quoted(role.tagKey)} on the instance`);
  const { tag } = await readTagValue(value, { storage, cryptography });
  if (tag.role !== name) throw new Problem("refused", "role on the tag is not matching the role supplied");
  if (tag.instanceId !== "" && tag.instanceId !== id.toLowerCase()) {
    throw new Problem("refused", "role tag is being used by an unauthorized instance");
  }
  if (await deniedTags.read(storage, value)) throw new Problem("refused", "role tag is deny listed");
  // The role may have lost policies since the tag was created.
  if (!(tag.policies ?? []).every((policy) => role.tokens.policies.includes(policy))) {
    throw new Problem("refused", "policies on the role tag must be subset of policies on the role");
  }
  return tag;
}
