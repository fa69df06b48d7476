import { z } from "zod";

const names = z.array(z.string()).optional();

const settingsData = {
  allowed_response_headers: names,
  audit_non_hmac_request_keys: names,
  audit_non_hmac_response_keys: names,
  passthrough_request_headers: names,
  listing_visibility: z.string().optional(),
  token_type: z.string().optional(),
};

export const describedMount = z.object({
  accessor: z.string(),
  config: z.object({
    default_lease_ttl: z.int(),
    force_no_cache: z.boolean(),
    max_lease_ttl: z.int(),
    ...settingsData,
  }),
  deprecation_status: z.string().optional(),
  description: z.string(),
  external_entropy_access: z.boolean(),
  local: z.boolean(),
  options: z.record(z.string(), z.string()).nullable(),
  plugin_version: z.string(),
  running_plugin_version: z.string(),
  running_sha256: z.string(),
  seal_wrap: z.boolean(),
  type: z.string(),
  uuid: z.string(),
});

export const tuningData = z.object({
  default_lease_ttl: z.int(),
  description: z.string(),
  force_no_cache: z.boolean(),
  max_lease_ttl: z.int(),
  external_entropy_access: z.boolean().optional(),
  ...settingsData,
  options: z.record(z.string(), z.string()).optional(),
  plugin_version: z.string().optional(),
});
