import { keysOf } from "./access-key.ts";
import type { Account, User } from "./account.ts";
import { CloudError } from "./cloud-error.ts";
import { newUserId } from "./identifier.ts";
import { checkName } from "./principal-name.ts";

/** Maximum number of users of an account: AWS's quota. */
const maximumUsers = 5000;

/** Creates a user. Throws ValidationError, EntityAlreadyExists or LimitExceeded. Source: AWS, "CreateUser". */
export function createUser(account: Account, { name, path }: { name: string; path: string }): User {
  checkName({ field: "UserName", name, path });
  if (account.users.has(name.toLowerCase())) {
    throw new CloudError("EntityAlreadyExists", `User with name ${name} already exists.`);
  }
  if (account.users.size >= maximumUsers) {
    throw new CloudError("LimitExceeded", `Cannot exceed quota for users: ${maximumUsers}`);
  }
  const arn = `arn:aws:iam::${account.id}:user${path}${name}`;
  const user = { name, path, arn, uniqueId: newUserId(account.random), createdAt: account.now() };
  account.users.set(name.toLowerCase(), user);
  return user;
}

export function userNamed(account: Account, name: string): User {
  const user = account.users.get(name.toLowerCase());
  if (user?.name !== name) throw new CloudError("NoSuchEntity", `The user with name ${name} cannot be found.`);
  return user;
}

/** Deletes a user. Throws NoSuchEntity, or DeleteConflict if the user has access keys. */
export function deleteUser(account: Account, name: string): void {
  const user = userNamed(account, name);
  if (keysOf(account, user).length > 0) {
    throw new CloudError("DeleteConflict", "Cannot delete entity, must delete access keys first.");
  }
  account.users.delete(name.toLowerCase());
}
