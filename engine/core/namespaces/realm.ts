import type { Identity } from "../identity/identity.ts";
import type { MountTable } from "../mounts/mount-table.ts";
import type { PasswordPolicies } from "../password-policy/password-policies.ts";
import type { Policies } from "../policy/policies.ts";
import type { Storage } from "../storage/storage.ts";
import type { Namespace } from "./namespace.ts";

/**
 * A namespace that serves: its mounts, policies and identity. Tokens and leases are the cluster's, and say which
 * namespace is theirs.
 */
export type Realm = Readonly<{
  namespace: Namespace;
  /** The namespace's own keys, apart from those of its mounts. */
  storage: Storage;
  mounts: MountTable;
  policies: Policies;
  passwords: PasswordPolicies;
  identity: Identity;
}>;
