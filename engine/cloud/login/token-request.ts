import type { TokenRequest } from "../../core/mounts/mount-type.ts";
import { tokenTerms } from "../../core/tokens/token-settings.ts";
import type { Principal } from "../principal.ts";
import type { PrincipalRole } from "../role/role.ts";
import type { CallerIdentity } from "./caller-identity.ts";
import type { LoginRecord } from "./login-record.ts";

/** A login that nothing speaks against. `name` is the role's. */
type GrantedLogin = Readonly<{
  name: string;
  role: PrincipalRole;
  principal: Principal;
  identity: CallerIdentity;
  /** With the slash at its end. */
  mountPath: string;
}>;

/** The token that a login gets: the role's settings, and whose it is. Source: reference-facts.md, 2.12. */
export function tokenRequest({ name, role, principal, identity, mountPath }: GrantedLogin): TokenRequest {
  const { tokens } = role;
  const internal: LoginRecord = {
    role_name: name,
    role_id: role.id,
    canonical_arn: principal.canonicalArn,
    full_arn: principal.fullArn,
    client_arn: identity.arn,
    // Behind a colon stands the session of an assumed role.
    client_user_id: identity.userId.replace(/:.*$/, ""),
    account_id: identity.account,
  };
  const metadata = { account_id: identity.account, auth_type: role.authType, role_id: role.id };
  return {
    displayName: `${mountPath.replace(/\/$/, "")}-${principal.friendlyName}`,
    ...tokenTerms(tokens),
    metadata,
    // cloud-auth-api.md, "Identity integration configuration": what iam_alias and iam_metadata are by default.
    alias: { name: role.id, metadata },
    internal,
  };
}
