import { deleteAccessKey, keysOf } from "./access-key.ts";
import type { Caller } from "./account.ts";
import { createRole, deleteRole } from "./role.ts";
import { createUser, deleteUser } from "./user.ts";

/** Deletes a user with its keys, or a role, and creates another one with the same name, path and trust but a new id. */
export function makeAgain(caller: Caller): void {
  const { account } = caller;
  if ("user" in caller) {
    const { name, path } = caller.user;
    for (const key of keysOf(account, caller.user)) deleteAccessKey(account, caller.user, key.id);
    deleteUser(account, name);
    createUser(account, { name, path });
    return;
  }
  const { name, path, trust } = caller.role;
  deleteRole(account, name);
  createRole(account, { name, path, trust });
}
