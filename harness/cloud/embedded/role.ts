import type { AccessKey, Account, Caller, Role, Trust } from "./account.ts";
import { CloudError } from "./cloud-error.ts";
import { newRoleId, newSecret, newSessionKeyId, newSessionToken } from "./identifier.ts";
import { checkName } from "./principal-name.ts";

/** Maximum number of roles of an account: AWS's quota. */
const maximumRoles = 5000;

/** Default duration of a session in seconds. Source: AWS, "AssumeRole". */
export const defaultSessionSeconds = 3600;
const [shortestSessionSeconds, longestSessionSeconds] = [900, 43_200];

/** Creates a role. Throws ValidationError, EntityAlreadyExists or LimitExceeded. Source: AWS, "CreateRole". */
export function createRole(
  account: Account,
  { name, path = "/", trust = {} }: Readonly<{ name: string; path?: string; trust?: Trust }>,
): Role {
  checkName({ field: "RoleName", name, path });
  if (account.roles.has(name.toLowerCase())) {
    throw new CloudError("EntityAlreadyExists", `Role with name ${name} already exists.`);
  }
  if (account.roles.size >= maximumRoles) {
    throw new CloudError("LimitExceeded", `Cannot exceed quota for RolesPerAccount: ${maximumRoles}`);
  }
  const arn = `arn:aws:iam::${account.id}:role${path}${name}`;
  const role = { name, path, arn, uniqueId: newRoleId(account.random), createdAt: account.now(), trust };
  account.roles.set(name.toLowerCase(), role);
  return role;
}

export function roleNamed(account: Account, name: string): Role {
  const role = account.roles.get(name.toLowerCase());
  if (role?.name !== name) throw new CloudError("NoSuchEntity", `The role with name ${name} cannot be found.`);
  return role;
}

/** Deletes a role. Its sessions remain valid until they expire, as on AWS. Throws NoSuchEntity. */
export function deleteRole(account: Account, name: string): void {
  roleNamed(account, name);
  account.roles.delete(name.toLowerCase());
}

/**
 * Returns credentials for a new session of a role of `account`. Throws AccessDenied if the role does not trust the
 * caller's account or the external id is wrong. Throws ValidationError if the session name or duration is invalid.
 * Source: AWS, "AssumeRole".
 */
export function assumeRole(
  caller: Caller,
  { account, role }: Readonly<{ account: Account; role: Role }>,
  options: Readonly<{ session: string; externalId: string | undefined; seconds: number }>,
): AccessKey & Required<Pick<AccessKey, "sessionToken" | "expiresAt">> {
  if (!/^[\w+=,.@-]{2,64}$/.test(options.session)) {
    throw new CloudError("ValidationError", "RoleSessionName must be 2 to 64 letters, digits or characters of _+=,.@-");
  }
  if (!(options.seconds >= shortestSessionSeconds && options.seconds <= longestSessionSeconds)) {
    throw new CloudError(
      "ValidationError",
      `DurationSeconds must be from ${shortestSessionSeconds} to ${longestSessionSeconds}.`,
    );
  }
  const { accounts = [account.id], externalId } = role.trust;
  if (!accounts.includes(caller.account.id) || (externalId !== undefined && externalId !== options.externalId)) {
    throw new CloudError("AccessDenied", `The caller is not authorized to perform: sts:AssumeRole on ${role.arn}`);
  }
  return beginSession(account, role, options);
}

export function beginSession(
  account: Account,
  role: Role,
  { session, seconds }: Readonly<{ session: string; seconds: number }>,
): AccessKey & Required<Pick<AccessKey, "sessionToken" | "expiresAt">> {
  const key = {
    id: newSessionKeyId(account.random),
    secretAccessKey: newSecret(account.random),
    sessionToken: newSessionToken(account.random),
    caller: { account, role, session },
    createdAt: account.now(),
    expiresAt: account.now() + seconds * 1000,
  };
  account.keys.set(key.id, key);
  return key;
}
