import { Lockout } from "../core/identity/lockout.ts";
import type { MountType } from "../core/mounts/mount-type.ts";
import { roleSettingsEndpoints } from "./endpoints/role-settings.ts";
import { rolesEndpoints } from "./endpoints/roles.ts";
import { secretIdEndpoints } from "./endpoints/secret-ids.ts";
import { loginEndpoint, renewLogin } from "./login.ts";
import { spendEndpoint } from "./spend.ts";
import { arrangeTidying, tidyEndpoint } from "./tidy.ts";

/** The auth method of programs: a role id says which, a secret id proves it. */
export function approle(): MountType {
  return {
    type: "approle",
    kind: "auth",
    endpoints: [
      ...rolesEndpoints,
      ...roleSettingsEndpoints,
      ...secretIdEndpoints,
      spendEndpoint,
      tidyEndpoint,
      loginEndpoint(new Lockout()),
    ],
    renewLogin,
    resume: arrangeTidying,
  };
}
