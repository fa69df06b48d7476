import type { IsModel } from "./inputs.ts";
import type { Asked } from "./operations.ts";

type Field = Asked["fields"][number];

/** Names of fields that have a decoder of their own, such as documents, addresses, templates, statements and keys. */
const decoded: ReadonlySet<string> = new Set([
  ...["pkcs7", "identity", "signature", "iam_http_request_method", "iam_request_url", "iam_request_body"],
  ...["iam_request_headers", "nonce", "role_tag", "bound_iam_principal_arn", "aws_public_cert", "sts_role", "endpoint"],
  ...["secret_id_bound_cidrs", "token_bound_cidrs", "cidr_list", "allowed_policies_glob", "secret_id", "role_id"],
  ...["policy", "rules", "username_template", "connection_url", "tls_ca", "tls_certificate", "private_key", "ca_cert"],
  ...["creation_statements", "rotation_statements", "root_rotation_statements", "credential_config", "username"],
  ...["metadata", "custom_metadata", "data", "options", "versions", "input", "paths", "path", "from", "config"],
  ...["allowed_origins", "pgp_key", "pgp_keys", "otp", "key", "token", "secondary_public_key", "primary_cluster_addr"],
  ...["passthrough_request_headers", "lease_id", "…"],
]);

/**
 * Returns a function that selects the fields to test with every shape: the first field of each type, because the same
 * code decodes all fields of the type, and the first field of each name that has a decoder of its own.
 */
export function models(): IsModel {
  const first = new Map<string, Field>();
  return (asked, field) => {
    const keys = [typeOf(asked, field), ...(decoded.has(field.name) ? [nameOf(asked, field)] : [])];
    let isModel = false;
    for (const key of keys) {
      const known = first.get(key) ?? field;
      first.set(key, known);
      if (known === field) isModel = true;
    }
    return isModel;
  };
}

function typeOf(asked: Asked, { place, schema, name }: Field): string {
  if (place === "path") return `path ${asked.client} ${asked.path.endsWith(`:${name}`)} ${asked.path.split("/")[0]}`;
  const { description: _, default: __, enum: values, format, deprecated, ...type } = schema;
  return `${place} ${JSON.stringify(type)}`;
}

function nameOf({ path }: Asked, { name }: Field): string {
  return name === "policy" ? `policy ${path.split("/").slice(0, 3).join("/")}` : name;
}
