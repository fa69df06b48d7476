import { CloudError } from "../cloud-error.ts";
import type { CloudState } from "./cloud-state.ts";
import type { AccessKey, User } from "./iam-user.ts";
import { newAccessKeyId, newSecret } from "./identifier.ts";
import { keysOf } from "./user.ts";

/** The provider's own quota. A root rotation needs the second one. */
const maximumKeysOfUser = 2;

/** Gives a user one more key. Throws LimitExceeded when it has two. Source: AWS, "CreateAccessKey". */
export function createAccessKey(state: CloudState, user: User): AccessKey {
  if (keysOf(state, user).length >= maximumKeysOfUser) {
    throw new CloudError("LimitExceeded", `Cannot exceed quota for AccessKeysPerUser: ${maximumKeysOfUser}`);
  }
  const key = {
    id: newAccessKeyId(state.random),
    secretAccessKey: newSecret(state.random),
    user,
    createdAt: state.now(),
  };
  state.keys.set(key.id, key);
  return key;
}

/** Removes a key; from now on requests signed with it are refused. Throws NoSuchEntity when `user` has no such key. */
export function deleteAccessKey(state: CloudState, user: User, id: string): void {
  if (state.keys.get(id)?.user !== user)
    throw new CloudError("NoSuchEntity", "The user has no access key with this id.");
  state.keys.delete(id);
}
