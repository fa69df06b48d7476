import type { Identity } from "../identity/identity.ts";
import type { MountTable } from "../mounts/mount-table.ts";
import type { PasswordPolicies } from "../password-policy/password-policies.ts";
import type { Policies } from "../policy/policies.ts";
import type { Storage } from "../storage/storage.ts";
import type { Namespace } from "./namespace.ts";

export type Realm = Readonly<{
  namespace: Namespace;
  storage: Storage;
  mounts: MountTable;
  policies: Policies;
  passwords: PasswordPolicies;
  identity: Identity;
}>;
