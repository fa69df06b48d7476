import { createAccessKey, deleteAccessKey, identityOf, keysOf } from "./access-key.ts";
import type { AccessKey, Account } from "./account.ts";
import type { CloudAccount, CloudInstance, CloudKey, CloudUser } from "./cloud-provider.ts";
import { changeInstance, runInstance } from "./instance.ts";
import { createInstanceProfile, profileNamed } from "./instance-profile.ts";
import { assumeRole, createRole, defaultSessionSeconds, deleteRole, roleNamed } from "./role.ts";
import { createUser, deleteUser, userNamed } from "./user.ts";

/** Creates a user with one access key, without an API request. Throws the errors of {@link createUser}. */
export function addUser(account: Account, name: string, path = "/"): CloudUser {
  const user = createUser(account, { name, path });
  const { arn, uniqueId } = user;
  return { name, arn, uniqueId, ...keyOf(createAccessKey(account, user)) };
}

export function removeUser(account: Account, name: string): void {
  const user = userNamed(account, name);
  for (const key of keysOf(account, user)) deleteAccessKey(account, user, key.id);
  deleteUser(account, name);
}

/**
 * Returns administrative access to an account without API requests. `region` is the default region of new instances.
 */
export function administrationOf(account: Account, { region }: Readonly<{ region: string }>): CloudAccount {
  return {
    account: account.id,
    administrator: keyOf(administratorKey(account)),
    createUser: async (name, path) => addUser(account, name, path),
    deleteUser: async (name) => removeUser(account, name),
    async createAccessKey(name) {
      createAccessKey(account, userNamed(account, name));
    },
    accessKeysOf: async (name) => keysOf(account, userNamed(account, name)).map(({ id }) => id),
    async createRole(name, { path = "/", trusts, externalId } = {}) {
      const trust = {
        ...(trusts === undefined ? undefined : { accounts: trusts }),
        ...(externalId === undefined ? undefined : { externalId }),
      };
      const { arn, uniqueId } = createRole(account, { name, path, trust });
      return { name, arn, uniqueId };
    },
    deleteRole: async (name) => deleteRole(account, name),
    async assumeRole(name, session) {
      const role = roleNamed(account, name);
      const own = { account, role: { ...role, trust: {} } };
      const key = assumeRole(administratorKey(account).caller, own, {
        session,
        externalId: undefined,
        seconds: defaultSessionSeconds,
      });
      return { ...keyOf(key), arn: identityOf(key.caller).Arn, expiresAt: key.expiresAt };
    },
    createProfile: async (name, role) => createInstanceProfile(account, { name, role: roleNamed(account, role) }).arn,
    async runInstance({ profile, ...options } = {}): Promise<CloudInstance> {
      const {
        id,
        image,
        region: where,
      } = runInstance(account, {
        region,
        ...options,
        profile: profile === undefined ? undefined : profileNamed(account, profile),
      });
      return { id, image, region: where, account: account.id };
    },
    async changeInstance(id, { profile, ...change }) {
      changeInstance(account, id, {
        ...change,
        ...(profile === undefined ? undefined : { profile: profileNamed(account, profile) }),
      });
    },
  };
}

const administratorName = "administrator";

function administratorKey(account: Account): AccessKey {
  const known = account.users.get(administratorName);
  const [key] = known ? keysOf(account, known) : [];
  return key ?? createAccessKey(account, known ?? createUser(account, { name: administratorName, path: "/" }));
}

function keyOf({ id, secretAccessKey, sessionToken }: AccessKey): CloudKey {
  return { accessKeyId: id, secretAccessKey, ...(sessionToken === undefined ? undefined : { sessionToken }) };
}
