import type { JsonObject } from "../../../api/json.ts";
import { serviceVersion } from "../../../api/service-version.ts";
import { isBuiltIn } from "../../mounts/built-in-mounts.ts";
import type { Mount } from "../../mounts/mount-type.ts";
import { leaseLimitsOf } from "../../mounts/open-mount.ts";

/** Version that is reported for all mount types, since all are built in. */
export const builtInVersion = `v${serviceVersion}+builtin.vault`;

export function describeMount(mount: Mount): JsonObject {
  return {
    accessor: mount.accessor,
    config: {
      default_lease_ttl: mount.defaultLeaseSeconds,
      force_no_cache: mount.forceNoCache ?? false,
      max_lease_ttl: mount.maxLeaseSeconds,
      ...settings(mount),
    },
    ...(isBuiltIn(mount) ? {} : { deprecation_status: "supported" }),
    description: mount.description,
    external_entropy_access: mount.externalEntropyAccess ?? false,
    local: mount.local,
    options: mount.options,
    plugin_version: mount.pluginVersion ?? "",
    running_plugin_version: builtInVersion,
    running_sha256: "",
    seal_wrap: mount.sealWrap ?? false,
    type: mount.type,
    uuid: mount.uuid,
  };
}

export function describeTuning(mount: Mount): JsonObject {
  const { defaultSeconds, maxSeconds } = leaseLimitsOf(mount);
  return {
    default_lease_ttl: defaultSeconds,
    description: mount.description,
    force_no_cache: mount.forceNoCache ?? false,
    max_lease_ttl: maxSeconds,
    ...(mount.externalEntropyAccess ? { external_entropy_access: true } : {}),
    ...settings(mount),
    ...(mount.options && Object.keys(mount.options).length > 0 ? { options: mount.options } : {}),
    ...(mount.pluginVersion ? { plugin_version: mount.pluginVersion } : {}),
  };
}

function settings(mount: Mount): JsonObject {
  const lists = {
    allowed_response_headers: mount.allowedResponseHeaders,
    audit_non_hmac_request_keys: mount.auditNonHmacRequestKeys,
    audit_non_hmac_response_keys: mount.auditNonHmacResponseKeys,
    passthrough_request_headers: mount.passthroughRequestHeaders,
  };
  return {
    ...Object.fromEntries(Object.entries(lists).flatMap(([name, list]) => (list?.length ? [[name, list]] : []))),
    ...(mount.listingVisibility ? { listing_visibility: mount.listingVisibility } : {}),
    ...(mount.kind === "auth" ? { token_type: mount.tokenType ?? "default-service" } : {}),
  };
}
