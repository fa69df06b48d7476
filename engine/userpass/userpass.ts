import { Lockout } from "../core/identity/lockout.ts";
import type { MountType } from "../core/mounts/mount-type.ts";
import { loginEndpoint, renewLogin } from "./login.ts";
import { userEndpoints } from "./user-endpoints.ts";

/** The auth method of names and passwords. */
export function userpass(): MountType {
  return {
    type: "userpass",
    kind: "auth",
    endpoints: [...userEndpoints, loginEndpoint(new Lockout())],
    renewLogin,
  };
}
