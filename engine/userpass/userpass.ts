import { Lockout } from "../core/identity/logins/lockout.ts";
import type { MountType } from "../core/mounts/mount-type.ts";
import { loginEndpoint, renewLogin } from "./login.ts";
import { userEndpoints } from "./user-endpoints.ts";

/** Auth method `userpass`: users log in with a username and a password. */
export function userpass(): MountType {
  return {
    type: "userpass",
    kind: "auth",
    endpoints: [...userEndpoints, loginEndpoint(new Lockout())],
    renewLogin,
  };
}
