import { durationText } from "../../api/values/duration-text.ts";
import type { TokenRequest } from "../../core/mounts/mount-type.ts";
import { tokenTerms } from "../../core/tokens/token-settings.ts";
import { chosenMetadata, type IdentityConfiguration } from "../identity/identity-configuration.ts";
import type { InstanceRole } from "../role/role.ts";
import type { RoleTag } from "../tag/role-tag.ts";
import type { IdentityDocument } from "./documents/identity-document.ts";
import type { InstanceLoginRecord } from "./instance-login-record.ts";

type GrantedLogin = Readonly<{
  name: string;
  role: InstanceRole;
  document: IdentityDocument;
  configuration: IdentityConfiguration;
  tag: RoleTag | undefined;
  /**
   * Nonce that the service created for the instance's first login. Undefined if the client sent a nonce, the instance
   * logged in before, or reauthentication is disabled.
   */
  newNonce: string | undefined;
  mountPath: string;
}>;

export function instanceTokenRequest(login: GrantedLogin): TokenRequest {
  const { name, role, document, configuration, tag, newNonce, mountPath } = login;
  const { accountId, instanceId, region, imageId } = document;
  const tagMaxTtlSeconds = tag?.maxTtlSeconds ?? 0;
  const internal: InstanceLoginRecord = {
    auth_type: "ec2",
    role_name: name,
    role_id: role.id,
    instance_id: instanceId,
    account_id: accountId,
    region,
    tag_max_ttl_seconds: tagMaxTtlSeconds,
  };
  const chosen = chosenMetadata(configuration.ec2Metadata, {
    account_id: accountId,
    auth_type: role.authType,
    ami_id: imageId,
    instance_id: instanceId,
    region,
  });
  const aliases = { role_id: role.id, instance_id: instanceId, image_id: imageId };
  return {
    displayName: mountPath.replace(/\/$/, ""),
    ...tokenTerms(role.tokens),
    policies: tag?.policies ?? role.tokens.policies,
    maxTtlSeconds: shortest(role.tokens.maxTtlSeconds, tagMaxTtlSeconds),
    metadata: {
      ...chosen,
      role: name,
      role_tag_max_ttl: durationText(tagMaxTtlSeconds),
      ...(newNonce === undefined ? undefined : { nonce: newNonce }),
    },
    alias: { name: aliases[configuration.ec2Alias], metadata: chosen },
    internal,
  };
}

/** Returns the shorter of two durations, in seconds, where 0 means unlimited. */
export function shortest(one: number, other: number): number {
  return one === 0 || other === 0 ? one + other : Math.min(one, other);
}
