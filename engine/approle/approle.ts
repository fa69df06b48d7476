import { Lockout } from "../core/identity/logins/lockout.ts";
import type { MountType } from "../core/mounts/mount-type.ts";
import { countUseEndpoint } from "./count-use.ts";
import { roleSettingsEndpoints } from "./endpoints/role-settings.ts";
import { rolesEndpoints } from "./endpoints/roles.ts";
import { secretIdEndpoints } from "./endpoints/secret-ids.ts";
import { loginEndpoint, renewLogin } from "./login.ts";
import { scheduleTidy, tidyEndpoint } from "./tidy.ts";

/** Auth method `approle`: a program logs in with a role id and, usually, a secret id. */
export function approle(): MountType {
  return {
    type: "approle",
    kind: "auth",
    endpoints: [
      ...rolesEndpoints,
      ...roleSettingsEndpoints,
      ...secretIdEndpoints,
      countUseEndpoint,
      tidyEndpoint,
      loginEndpoint(new Lockout()),
    ],
    renewLogin,
    resume: scheduleTidy,
  };
}
