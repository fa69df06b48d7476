import type { AccessKey, Account, Caller, User } from "./account.ts";
import { CloudError } from "./cloud-error.ts";
import { newAccessKeyId, newSecret } from "./identifier.ts";

/** Maximum number of access keys of a user: AWS's quota. */
const maximumKeysOfUser = 2;

/** Creates an access key for a user. Throws LimitExceeded if the user has two keys. Source: AWS, "CreateAccessKey". */
export function createAccessKey(account: Account, user: User): AccessKey {
  if (keysOf(account, user).length >= maximumKeysOfUser) {
    throw new CloudError("LimitExceeded", `Cannot exceed quota for AccessKeysPerUser: ${maximumKeysOfUser}`);
  }
  const key = {
    id: newAccessKeyId(account.random),
    secretAccessKey: newSecret(account.random),
    caller: { account, user },
    createdAt: account.now(),
  };
  account.keys.set(key.id, key);
  return key;
}

/** Deletes an access key, so that its signatures become invalid. Throws NoSuchEntity if the user has no such key. */
export function deleteAccessKey(account: Account, user: User, id: string): void {
  const key = account.keys.get(id);
  if (!key || !isHeldBy(key, user)) {
    throw new CloudError("NoSuchEntity", `The Access Key with id ${id} cannot be found.`);
  }
  account.keys.delete(id);
}

export function keysOf(account: Account, user: User): readonly AccessKey[] {
  return [...account.keys.values()].filter((key) => isHeldBy(key, user));
}

function isHeldBy({ caller }: AccessKey, user: User): boolean {
  return "user" in caller && caller.user === user;
}

/** Returns the identity of the principal of a key, in the form of a `GetCallerIdentity` response. */
export function identityOf(caller: Caller): Readonly<{ Arn: string; UserId: string; Account: string }> {
  const { id: account } = caller.account;
  if ("user" in caller) return { Arn: caller.user.arn, UserId: caller.user.uniqueId, Account: account };
  const { role, session } = caller;
  return {
    Arn: `arn:aws:sts::${account}:assumed-role/${role.name}/${session}`,
    UserId: `${role.uniqueId}:${session}`,
    Account: account,
  };
}
