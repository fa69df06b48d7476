import type { CloudUser } from "../cloud-provider.ts";
import { createAccessKey, deleteAccessKey } from "./access-key.ts";
import type { CloudState } from "./cloud-state.ts";
import { createUser, deleteUser, keysOf, userNamed } from "./user.ts";

/** Makes a user with one key, past the API, as whoever owns the account. Throws as `createUser` does. */
export function addUser(state: CloudState, name: string, path = "/"): CloudUser {
  const user = createUser(state, { name, path });
  const key = createAccessKey(state, user);
  const { arn, uniqueId } = user;
  return { name, arn, uniqueId, accessKeyId: key.id, secretAccessKey: key.secretAccessKey };
}

/** Removes a user and all its keys. Throws NoSuchEntity. */
export function removeUser(state: CloudState, name: string): void {
  const user = userNamed(state, name);
  for (const key of keysOf(state, user)) deleteAccessKey(state, user, key.id);
  deleteUser(state, name);
}
