import type { TokenRequest } from "../../core/mounts/mount-type.ts";
import { tokenTerms } from "../../core/tokens/token-settings.ts";
import { chosenMetadata, type IdentityConfiguration } from "../identity/identity-configuration.ts";
import type { Principal } from "../principal.ts";
import { inferredRegionField, type Provider } from "../provider.ts";
import type { Release } from "../release.ts";
import { inferredEntityType } from "../role/inferring.ts";
import type { PrincipalRole } from "../role/role.ts";
import { type CallerIdentity, uniqueIdOf } from "./exchange/caller-identity.ts";
import type { InferredInstance } from "./inferred-instance.ts";
import type { LoginRecord } from "./login-record.ts";

type GrantedLogin = Readonly<{
  name: string;
  role: PrincipalRole;
  principal: Principal;
  identity: CallerIdentity;
  configuration: IdentityConfiguration;
  inferred: InferredInstance | undefined;
  provider: Provider;
  release: Release;
  mountPath: string;
}>;

export function tokenRequest({
  name,
  role,
  principal,
  identity,
  configuration,
  inferred,
  provider,
  release,
  mountPath,
}: GrantedLogin): TokenRequest {
  const { tokens } = role;
  const uniqueId = uniqueIdOf(identity);
  const internal: LoginRecord = {
    role_name: name,
    role_id: role.id,
    canonical_arn: principal.canonicalArn,
    full_arn: principal.fullArn,
    client_arn: identity.arn,
    ...(release.knowsUniqueIds ? { client_user_id: uniqueId } : undefined),
    account_id: identity.account,
    ...(inferred ? { inferred_entity_id: inferred.id, inferred_region: inferred.region } : undefined),
  };
  const chosen = chosenMetadata(configuration.iamMetadata, {
    account_id: identity.account,
    auth_type: role.authType,
    canonical_arn: principal.canonicalArn,
    client_arn: identity.arn,
    client_user_id: uniqueId,
    [inferredRegionField(provider)]: inferred?.region ?? "",
    inferred_entity_id: inferred?.id ?? "",
    inferred_entity_type: inferred ? inferredEntityType : "",
  });
  const aliases = { role_id: role.id, unique_id: uniqueId, full_arn: identity.arn };
  const { friendlyName, sessionName } = principal;
  const displayName = sessionName === "" ? friendlyName : `${friendlyName}/${sessionName}`;
  return {
    displayName: `${mountPath.replace(/\/$/, "")}-${displayName}`,
    ...tokenTerms(tokens),
    metadata: { ...chosen, role_id: role.id },
    // The alias has only the chosen metadata: each change of it is a write on the primary.
    alias: { name: aliases[configuration.iamAlias], metadata: chosen },
    internal,
  };
}
