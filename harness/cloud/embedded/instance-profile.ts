import type { Account, InstanceProfile, Role } from "./account.ts";
import { CloudError } from "./cloud-error.ts";
import { newProfileId } from "./identifier.ts";
import { checkName } from "./principal-name.ts";

/**
 * Creates an instance profile with or without a role. Throws ValidationError or EntityAlreadyExists. Source: AWS,
 * "CreateInstanceProfile".
 */
export function createInstanceProfile(
  account: Account,
  { name, path = "/", role }: Readonly<{ name: string; path?: string; role?: Role | undefined }>,
): InstanceProfile {
  checkName({ field: "InstanceProfileName", name, path });
  if (account.profiles.has(name.toLowerCase())) {
    throw new CloudError("EntityAlreadyExists", `Instance Profile ${name} already exists.`);
  }
  const arn = `arn:aws:iam::${account.id}:instance-profile${path}${name}`;
  const profile = { name, path, arn, uniqueId: newProfileId(account.random), createdAt: account.now(), role };
  account.profiles.set(name.toLowerCase(), profile);
  return profile;
}

export function profileNamed(account: Account, name: string): InstanceProfile {
  const profile = account.profiles.get(name.toLowerCase());
  if (profile?.name !== name) throw new CloudError("NoSuchEntity", `Instance Profile ${name} cannot be found.`);
  return profile;
}
