import { CloudError } from "../cloud-error.ts";
import type { CloudState } from "./cloud-state.ts";
import type { AccessKey, User } from "./iam-user.ts";
import { newUserId } from "./identifier.ts";

/** The provider's own quota of an account. */
const maximumUsers = 5000;

/** Makes a user without keys. Throws ValidationError, EntityAlreadyExists or LimitExceeded. Source: AWS, "CreateUser". */
export function createUser(state: CloudState, { name, path }: { name: string; path: string }): User {
  if (!/^[\w+=,.@-]{1,64}$/.test(name)) {
    throw new CloudError("ValidationError", "UserName must be 1 to 64 letters, digits or characters of _+=,.@-");
  }
  if (path !== "/" && !/^\/[!-~]{1,510}\/$/.test(path)) {
    throw new CloudError("ValidationError", "Path must begin and end with a slash and be 512 characters at most.");
  }
  if (state.users.has(name.toLowerCase())) {
    throw new CloudError("EntityAlreadyExists", `User with name ${name} already exists.`);
  }
  if (state.users.size >= maximumUsers) {
    throw new CloudError("LimitExceeded", `Cannot exceed quota for users: ${maximumUsers}`);
  }
  const arn = `arn:aws:iam::${state.account}:user${path}${name}`;
  const user = { name, path, arn, uniqueId: newUserId(state.random), createdAt: state.now() };
  state.users.set(name.toLowerCase(), user);
  return user;
}

/** Throws NoSuchEntity. */
export function userNamed(state: CloudState, name: string): User {
  const user = state.users.get(name.toLowerCase());
  if (user?.name !== name) throw new CloudError("NoSuchEntity", "There is no user with this name.");
  return user;
}

/** Removes a user that has no keys any more. Throws NoSuchEntity or DeleteConflict. */
export function deleteUser(state: CloudState, name: string): void {
  const user = userNamed(state, name);
  if (keysOf(state, user).length > 0) {
    throw new CloudError("DeleteConflict", "Cannot delete entity, must delete access keys first.");
  }
  state.users.delete(name.toLowerCase());
}

/** A user's keys, in the order in which they were made. */
export function keysOf(state: CloudState, user: User): readonly AccessKey[] {
  return [...state.keys.values()].filter((key) => key.user === user);
}
