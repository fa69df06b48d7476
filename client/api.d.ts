// Written by `npm run reference` from the endpoint table; do not edit it.
import type { Envelope } from "./envelope.d.ts";

/** Input and response types of all operations, by path and verb. */
export interface Api {
  "auth/approle/login": {
    /** Log in with a role id and a secret id. */
    write: {
      input: Readonly<{ role_id?: string; secret_id?: string }>;
      answer: Envelope<null>;
    };
  };
  "auth/approle/role": {
    /** List the names of the roles. */
    list: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ keys: ReadonlyArray<string> }> | null>;
    };
  };
  "auth/approle/role/:role_name": {
    /** Read a role. */
    read: {
      input: Readonly<{ role_name: string }>;
      answer: Envelope<Readonly<{ bind_secret_id: boolean; local_secret_ids: boolean; secret_id_bound_cidrs: ReadonlyArray<string> | null; secret_id_num_uses: number; secret_id_ttl: number; token_bound_cidrs: ReadonlyArray<string>; token_explicit_max_ttl: number; token_max_ttl: number; token_no_default_policy: boolean; token_num_uses: number; token_period: number; token_policies: ReadonlyArray<string>; token_ttl: number; token_type: "default" | "service" | "batch"; policies?: ReadonlyArray<string>; period?: number }> | null>;
    };
    /** Create a role, or change fields of a role. */
    write: {
      input: Readonly<{ role_name: string; role_id?: string; bind_secret_id?: boolean; secret_id_bound_cidrs?: ReadonlyArray<string>; bound_cidr_list?: ReadonlyArray<string>; secret_id_num_uses?: number; secret_id_ttl?: number | string; local_secret_ids?: boolean; token_ttl?: number | string; token_max_ttl?: number | string; token_policies?: ReadonlyArray<string>; policies?: ReadonlyArray<string>; token_bound_cidrs?: ReadonlyArray<string>; token_explicit_max_ttl?: number | string; token_no_default_policy?: boolean; token_num_uses?: number; token_period?: number | string; token_type?: string; period?: number | string }>;
      answer: Envelope<null> | undefined;
    };
    /** Delete a role and its secret ids; its tokens stay valid until they expire. */
    delete: {
      input: Readonly<{ role_name: string }>;
      answer: undefined;
    };
  };
  "auth/approle/role/:role_name/bind-secret-id": {
    /** Read bind_secret_id of a role. */
    read: {
      input: Readonly<{ role_name: string }>;
      answer: Envelope<Readonly<{ bind_secret_id: boolean }> | null>;
    };
    /** Set bind_secret_id of a role. */
    write: {
      input: Readonly<{ role_name: string; bind_secret_id?: boolean }>;
      answer: Envelope<null> | undefined;
    };
    /** Reset bind_secret_id of a role to its default. */
    delete: {
      input: Readonly<{ role_name: string }>;
      answer: undefined;
    };
  };
  "auth/approle/role/:role_name/bound-cidr-list": {
    /** Read bound_cidr_list of a role. */
    read: {
      input: Readonly<{ role_name: string }>;
      answer: Envelope<Readonly<{ bound_cidr_list: ReadonlyArray<string> | null }> | null>;
    };
    /** Set bound_cidr_list of a role. */
    write: {
      input: Readonly<{ role_name: string; bound_cidr_list?: ReadonlyArray<string> }>;
      answer: Envelope<null> | undefined;
    };
    /** Reset bound_cidr_list of a role to its default. */
    delete: {
      input: Readonly<{ role_name: string }>;
      answer: undefined;
    };
  };
  "auth/approle/role/:role_name/custom-secret-id": {
    /** Create a secret id with the given text. */
    write: {
      input: Readonly<{ role_name: string; secret_id?: string; metadata?: unknown; cidr_list?: ReadonlyArray<string>; token_bound_cidrs?: ReadonlyArray<string>; num_uses?: number; ttl?: number | string }>;
      answer: Envelope<Readonly<{ secret_id: string; secret_id_accessor: string; secret_id_num_uses: number; secret_id_ttl: number }> | null>;
    };
  };
  "auth/approle/role/:role_name/local-secret-ids": {
    /** Read local_secret_ids of a role. */
    read: {
      input: Readonly<{ role_name: string }>;
      answer: Envelope<Readonly<{ local_secret_ids: boolean }> | null>;
    };
  };
  "auth/approle/role/:role_name/period": {
    /** Read token_period of a role. */
    read: {
      input: Readonly<{ role_name: string }>;
      answer: Envelope<Readonly<{ token_period: number; period?: number }> | null>;
    };
    /** Set token_period of a role. */
    write: {
      input: Readonly<{ role_name: string; token_period?: number | string; period?: number | string }>;
      answer: Envelope<null> | undefined;
    };
    /** Reset token_period of a role to its default. */
    delete: {
      input: Readonly<{ role_name: string }>;
      answer: undefined;
    };
  };
  "auth/approle/role/:role_name/policies": {
    /** Read token_policies of a role. */
    read: {
      input: Readonly<{ role_name: string }>;
      answer: Envelope<Readonly<{ token_policies: ReadonlyArray<string>; policies?: ReadonlyArray<string> }> | null>;
    };
    /** Set token_policies of a role. */
    write: {
      input: Readonly<{ role_name: string; token_policies?: ReadonlyArray<string>; policies?: ReadonlyArray<string> }>;
      answer: Envelope<null> | undefined;
    };
    /** Reset token_policies of a role to its default. */
    delete: {
      input: Readonly<{ role_name: string }>;
      answer: undefined;
    };
  };
  "auth/approle/role/:role_name/role-id": {
    /** Read role_id of a role. */
    read: {
      input: Readonly<{ role_name: string }>;
      answer: Envelope<Readonly<{ role_id: string }> | null>;
    };
    /** Set role_id of a role. */
    write: {
      input: Readonly<{ role_name: string; role_id?: string }>;
      answer: Envelope<null> | undefined;
    };
  };
  "auth/approle/role/:role_name/secret-id": {
    /** Create a secret id. */
    write: {
      input: Readonly<{ role_name: string; metadata?: unknown; cidr_list?: ReadonlyArray<string>; token_bound_cidrs?: ReadonlyArray<string>; num_uses?: number; ttl?: number | string }>;
      answer: Envelope<Readonly<{ secret_id: string; secret_id_accessor: string; secret_id_num_uses: number; secret_id_ttl: number }> | null>;
    };
    /** List the accessors of a role's secret ids. */
    list: {
      input: Readonly<{ role_name: string }>;
      answer: Envelope<Readonly<{ keys: ReadonlyArray<string> }> | null>;
    };
  };
  "auth/approle/role/:role_name/secret-id-accessor/destroy": {
    /** Destroy a secret id. */
    write: {
      input: Readonly<{ role_name: string; secret_id_accessor?: string }>;
      answer: Envelope<null> | undefined;
    };
    /** Destroy a secret id. */
    delete: {
      input: Readonly<{ role_name: string; secret_id_accessor?: string }>;
      answer: undefined;
    };
  };
  "auth/approle/role/:role_name/secret-id-accessor/lookup": {
    /** Look up a secret id. */
    write: {
      input: Readonly<{ role_name: string; secret_id_accessor?: string }>;
      answer: Envelope<Readonly<{ cidr_list: ReadonlyArray<string>; creation_time: string; expiration_time: string; last_updated_time: string; metadata: Readonly<Record<string, string>>; secret_id_accessor: string; secret_id_num_uses: number; secret_id_ttl: number; token_bound_cidrs: ReadonlyArray<string> }> | null> | undefined;
    };
  };
  "auth/approle/role/:role_name/secret-id-bound-cidrs": {
    /** Read secret_id_bound_cidrs of a role. */
    read: {
      input: Readonly<{ role_name: string }>;
      answer: Envelope<Readonly<{ secret_id_bound_cidrs: ReadonlyArray<string> | null }> | null>;
    };
    /** Set secret_id_bound_cidrs of a role. */
    write: {
      input: Readonly<{ role_name: string; secret_id_bound_cidrs?: ReadonlyArray<string> }>;
      answer: Envelope<null> | undefined;
    };
    /** Reset secret_id_bound_cidrs of a role to its default. */
    delete: {
      input: Readonly<{ role_name: string }>;
      answer: undefined;
    };
  };
  "auth/approle/role/:role_name/secret-id-num-uses": {
    /** Read secret_id_num_uses of a role. */
    read: {
      input: Readonly<{ role_name: string }>;
      answer: Envelope<Readonly<{ secret_id_num_uses: number }> | null>;
    };
    /** Set secret_id_num_uses of a role. */
    write: {
      input: Readonly<{ role_name: string; secret_id_num_uses?: number }>;
      answer: Envelope<null> | undefined;
    };
    /** Reset secret_id_num_uses of a role to its default. */
    delete: {
      input: Readonly<{ role_name: string }>;
      answer: undefined;
    };
  };
  "auth/approle/role/:role_name/secret-id-ttl": {
    /** Read secret_id_ttl of a role. */
    read: {
      input: Readonly<{ role_name: string }>;
      answer: Envelope<Readonly<{ secret_id_ttl: number }> | null>;
    };
    /** Set secret_id_ttl of a role. */
    write: {
      input: Readonly<{ role_name: string; secret_id_ttl?: number | string }>;
      answer: Envelope<null> | undefined;
    };
    /** Reset secret_id_ttl of a role to its default. */
    delete: {
      input: Readonly<{ role_name: string }>;
      answer: undefined;
    };
  };
  "auth/approle/role/:role_name/secret-id/destroy": {
    /** Destroy a secret id. */
    write: {
      input: Readonly<{ role_name: string; secret_id?: string }>;
      answer: Envelope<null> | undefined;
    };
    /** Destroy a secret id. */
    delete: {
      input: Readonly<{ role_name: string; secret_id?: string }>;
      answer: undefined;
    };
  };
  "auth/approle/role/:role_name/secret-id/lookup": {
    /** Look up a secret id. */
    write: {
      input: Readonly<{ role_name: string; secret_id?: string }>;
      answer: Envelope<Readonly<{ cidr_list: ReadonlyArray<string>; creation_time: string; expiration_time: string; last_updated_time: string; metadata: Readonly<Record<string, string>>; secret_id_accessor: string; secret_id_num_uses: number; secret_id_ttl: number; token_bound_cidrs: ReadonlyArray<string> }> | null> | undefined;
    };
  };
  "auth/approle/role/:role_name/token-bound-cidrs": {
    /** Read token_bound_cidrs of a role. */
    read: {
      input: Readonly<{ role_name: string }>;
      answer: Envelope<Readonly<{ token_bound_cidrs: ReadonlyArray<string> }> | null>;
    };
    /** Set token_bound_cidrs of a role. */
    write: {
      input: Readonly<{ role_name: string; token_bound_cidrs?: ReadonlyArray<string> }>;
      answer: Envelope<null> | undefined;
    };
    /** Reset token_bound_cidrs of a role to its default. */
    delete: {
      input: Readonly<{ role_name: string }>;
      answer: undefined;
    };
  };
  "auth/approle/role/:role_name/token-max-ttl": {
    /** Read token_max_ttl of a role. */
    read: {
      input: Readonly<{ role_name: string }>;
      answer: Envelope<Readonly<{ token_max_ttl: number }> | null>;
    };
    /** Set token_max_ttl of a role. */
    write: {
      input: Readonly<{ role_name: string; token_max_ttl?: number | string }>;
      answer: Envelope<null> | undefined;
    };
    /** Reset token_max_ttl of a role to its default. */
    delete: {
      input: Readonly<{ role_name: string }>;
      answer: undefined;
    };
  };
  "auth/approle/role/:role_name/token-num-uses": {
    /** Read token_num_uses of a role. */
    read: {
      input: Readonly<{ role_name: string }>;
      answer: Envelope<Readonly<{ token_num_uses: number }> | null>;
    };
    /** Set token_num_uses of a role. */
    write: {
      input: Readonly<{ role_name: string; token_num_uses?: number }>;
      answer: Envelope<null> | undefined;
    };
    /** Reset token_num_uses of a role to its default. */
    delete: {
      input: Readonly<{ role_name: string }>;
      answer: undefined;
    };
  };
  "auth/approle/role/:role_name/token-ttl": {
    /** Read token_ttl of a role. */
    read: {
      input: Readonly<{ role_name: string }>;
      answer: Envelope<Readonly<{ token_ttl: number }> | null>;
    };
    /** Set token_ttl of a role. */
    write: {
      input: Readonly<{ role_name: string; token_ttl?: number | string }>;
      answer: Envelope<null> | undefined;
    };
    /** Reset token_ttl of a role to its default. */
    delete: {
      input: Readonly<{ role_name: string }>;
      answer: undefined;
    };
  };
  "auth/approle/tidy/secret-id": {
    /** Remove expired secret ids and accessors without a secret id. */
    write: {
      input: Readonly<Record<never, never>>;
      answer: undefined;
    };
  };
  "auth/aws/config/certificate/:cert_name": {
    /** Read a registered certificate. */
    read: {
      input: Readonly<{ cert_name: string }>;
      answer: Envelope<Readonly<{ aws_public_cert: string; type: "pkcs7" | "identity" }> | null>;
    };
    /** Register a certificate, in place of the one of that name. */
    write: {
      input: Readonly<{ cert_name: string; type?: string; aws_public_cert: string }>;
      answer: Envelope<null> | undefined;
    };
    /** Delete a registered certificate. */
    delete: {
      input: Readonly<{ cert_name: string }>;
      answer: undefined;
    };
  };
  "auth/aws/config/certificates": {
    /** List the names of the registered certificates. */
    list: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ keys: ReadonlyArray<string> }> | null>;
    };
  };
  "auth/aws/config/client": {
    /** Read the client configuration. */
    read: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<Record<string, unknown>> | null>;
    };
    /** Configure the requests to the cloud provider. */
    write: {
      input: Readonly<{ max_retries?: number; access_key?: string; secret_key?: string; endpoint?: string; iam_endpoint?: string; sts_endpoint?: string; sts_region?: string; iam_server_id_header_value?: string; allowed_sts_header_values?: ReadonlyArray<string> }>;
      answer: Envelope<null> | undefined;
    };
    /** Delete the client configuration. */
    delete: {
      input: Readonly<Record<never, never>>;
      answer: undefined;
    };
  };
  "auth/aws/config/identity": {
    /** Read the settings of aliases and metadata of logins. */
    read: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ iam_alias: "role_id" | "unique_id" | "full_arn"; iam_metadata: ReadonlyArray<string>; ec2_alias: "role_id" | "instance_id" | "image_id"; ec2_metadata: ReadonlyArray<string> }> | null>;
    };
    /** Configure the aliases and metadata of logins. */
    write: {
      input: Readonly<{ iam_alias?: string; iam_metadata?: ReadonlyArray<string>; ec2_alias?: string; ec2_metadata?: ReadonlyArray<string> }>;
      answer: Envelope<null> | undefined;
    };
  };
  "auth/aws/config/rotate-root": {
    /** Replace the configured access key by a new one of the same IAM user. */
    write: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ access_key: string }> | null>;
    };
  };
  "auth/aws/config/sts": {
    /** List the accounts with an STS role. */
    list: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ keys: ReadonlyArray<string> }> | null>;
    };
  };
  "auth/aws/config/sts/:account_id": {
    /** Read the STS role of an account. */
    read: {
      input: Readonly<{ account_id: string }>;
      answer: Envelope<Readonly<{ sts_role: string; external_id?: string }> | null>;
    };
    /** Set the STS role of an account. */
    write: {
      input: Readonly<{ account_id: string; sts_role?: string; external_id?: string }>;
      answer: Envelope<null> | undefined;
    };
    /** Delete the STS role of an account. */
    delete: {
      input: Readonly<{ account_id: string }>;
      answer: undefined;
    };
  };
  "auth/aws/config/tidy/identity-accesslist": {
    /** Read the tidy settings of the identity-accesslist. */
    read: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ safety_buffer: number; disable_periodic_tidy: boolean }> | null>;
    };
    /** Change the tidy settings of the identity-accesslist. */
    write: {
      input: Readonly<{ safety_buffer?: number | string; disable_periodic_tidy?: boolean }>;
      answer: Envelope<null> | undefined;
    };
    /** Reset the tidy settings of the identity-accesslist to their defaults. */
    delete: {
      input: Readonly<Record<never, never>>;
      answer: undefined;
    };
  };
  "auth/aws/config/tidy/identity-whitelist": {
    /** Read the tidy settings of the identity-accesslist (deprecated path). */
    read: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ safety_buffer: number; disable_periodic_tidy: boolean }> | null>;
    };
    /** Change the tidy settings of the identity-accesslist (deprecated path). */
    write: {
      input: Readonly<{ safety_buffer?: number | string; disable_periodic_tidy?: boolean }>;
      answer: Envelope<null> | undefined;
    };
    /** Reset the tidy settings of the identity-accesslist to their defaults (deprecated path). */
    delete: {
      input: Readonly<Record<never, never>>;
      answer: undefined;
    };
  };
  "auth/aws/config/tidy/roletag-blacklist": {
    /** Read the tidy settings of the roletag-denylist (deprecated path). */
    read: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ safety_buffer: number; disable_periodic_tidy: boolean }> | null>;
    };
    /** Change the tidy settings of the roletag-denylist (deprecated path). */
    write: {
      input: Readonly<{ safety_buffer?: number | string; disable_periodic_tidy?: boolean }>;
      answer: Envelope<null> | undefined;
    };
    /** Reset the tidy settings of the roletag-denylist to their defaults (deprecated path). */
    delete: {
      input: Readonly<Record<never, never>>;
      answer: undefined;
    };
  };
  "auth/aws/config/tidy/roletag-denylist": {
    /** Read the tidy settings of the roletag-denylist. */
    read: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ safety_buffer: number; disable_periodic_tidy: boolean }> | null>;
    };
    /** Change the tidy settings of the roletag-denylist. */
    write: {
      input: Readonly<{ safety_buffer?: number | string; disable_periodic_tidy?: boolean }>;
      answer: Envelope<null> | undefined;
    };
    /** Reset the tidy settings of the roletag-denylist to their defaults. */
    delete: {
      input: Readonly<Record<never, never>>;
      answer: undefined;
    };
  };
  "auth/aws/identity-accesslist": {
    /** List the ids of the instances that logged in to this cluster. */
    list: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ keys: ReadonlyArray<string> }> | null>;
    };
  };
  "auth/aws/identity-accesslist/:instance_id": {
    /** Read the access list entry of an instance that logged in to this cluster. */
    read: {
      input: Readonly<{ instance_id: string }>;
      answer: Envelope<Readonly<{ role: string; client_nonce: string; disallow_reauthentication: boolean; pending_time: string; creation_time: string; last_updated_time: string; expiration_time: string }> | null>;
    };
    /** Delete the access list entry of an instance, whose next login here then counts as its first. */
    delete: {
      input: Readonly<{ instance_id: string }>;
      answer: undefined;
    };
  };
  "auth/aws/identity-whitelist": {
    /** List the ids of the instances that logged in to this cluster (deprecated path). */
    list: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ keys: ReadonlyArray<string> }> | null>;
    };
  };
  "auth/aws/identity-whitelist/:instance_id": {
    /** Read the access list entry of an instance that logged in to this cluster (deprecated path). */
    read: {
      input: Readonly<{ instance_id: string }>;
      answer: Envelope<Readonly<{ role: string; client_nonce: string; disallow_reauthentication: boolean; pending_time: string; creation_time: string; last_updated_time: string; expiration_time: string }> | null>;
    };
    /** Delete the access list entry of an instance, whose next login here then counts as its first (deprecated path). */
    delete: {
      input: Readonly<{ instance_id: string }>;
      answer: undefined;
    };
  };
  "auth/aws/login": {
    /** Log in with a signed identity lookup, or as an instance with its identity document. */
    write: {
      input: Readonly<{ role?: string; identity?: string; signature?: string; pkcs7?: string; nonce?: string; iam_http_request_method?: string; iam_request_url?: string; iam_request_body?: string; iam_request_headers?: unknown }>;
      answer: Envelope<null>;
    };
  };
  "auth/aws/role": {
    /** List the names of the roles. */
    list: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ keys: ReadonlyArray<string> }> | null>;
    };
  };
  "auth/aws/role/:role": {
    /** Read a role. */
    read: {
      input: Readonly<{ role: string }>;
      answer: Envelope<Readonly<Record<string, unknown>> | null>;
    };
    /** Create a role, or change the given fields of a role. */
    write: {
      input: Readonly<{ role: string; auth_type?: string; bound_account_id?: ReadonlyArray<string>; bound_ami_id?: ReadonlyArray<string>; bound_iam_instance_profile_arn?: ReadonlyArray<string>; bound_ec2_instance_id?: ReadonlyArray<string>; bound_iam_role_arn?: ReadonlyArray<string>; bound_vpc_id?: ReadonlyArray<string>; bound_subnet_id?: ReadonlyArray<string>; bound_region?: ReadonlyArray<string>; bound_iam_principal_arn?: ReadonlyArray<string>; inferred_entity_type?: string; role_tag?: string; allow_instance_migration?: boolean; disallow_reauthentication?: boolean; token_ttl?: number | string; token_max_ttl?: number | string; token_policies?: ReadonlyArray<string>; policies?: ReadonlyArray<string>; token_bound_cidrs?: ReadonlyArray<string>; token_explicit_max_ttl?: number | string; token_no_default_policy?: boolean; token_num_uses?: number; token_period?: number | string; token_type?: string; resolve_aws_unique_ids?: boolean; inferred_aws_region?: string; ttl?: number | string; max_ttl?: number | string; period?: number | string }>;
      answer: Envelope<null> | undefined;
    };
    /** Delete a role. */
    delete: {
      input: Readonly<{ role: string }>;
      answer: undefined;
    };
  };
  "auth/aws/role/:role/tag": {
    /** Create the value of a role tag. */
    write: {
      input: Readonly<{ role: string; policies?: ReadonlyArray<string>; max_ttl?: number | string; instance_id?: string; allow_instance_migration?: boolean; disallow_reauthentication?: boolean }>;
      answer: Envelope<Readonly<{ tag_key: string; tag_value: string }> | null>;
    };
  };
  "auth/aws/roles": {
    /** List the names of the roles. */
    list: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ keys: ReadonlyArray<string> }> | null>;
    };
  };
  "auth/aws/roletag-blacklist": {
    /** List the values of the role tags on the deny list (deprecated path). */
    list: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ keys: ReadonlyArray<string> }> | null>;
    };
  };
  "auth/aws/roletag-blacklist/:role_tag": {
    /** Read the deny list entry of a role tag (deprecated path). */
    read: {
      input: Readonly<{ role_tag: string }>;
      answer: Envelope<Readonly<{ creation_time: string; expiration_time: string }> | null>;
    };
    /** Add a role tag to the deny list, so that no instance can log in with it (deprecated path). */
    write: {
      input: Readonly<{ role_tag: string }>;
      answer: Envelope<null> | undefined;
    };
    /** Remove a role tag from the deny list (deprecated path). */
    delete: {
      input: Readonly<{ role_tag: string }>;
      answer: undefined;
    };
  };
  "auth/aws/roletag-denylist": {
    /** List the values of the role tags on the deny list. */
    list: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ keys: ReadonlyArray<string> }> | null>;
    };
  };
  "auth/aws/roletag-denylist/:role_tag": {
    /** Read the deny list entry of a role tag. */
    read: {
      input: Readonly<{ role_tag: string }>;
      answer: Envelope<Readonly<{ creation_time: string; expiration_time: string }> | null>;
    };
    /** Add a role tag to the deny list, so that no instance can log in with it. */
    write: {
      input: Readonly<{ role_tag: string }>;
      answer: Envelope<null> | undefined;
    };
    /** Remove a role tag from the deny list. */
    delete: {
      input: Readonly<{ role_tag: string }>;
      answer: undefined;
    };
  };
  "auth/aws/tidy/identity-accesslist": {
    /** Remove entries of the identity-accesslist that expired longer ago than the safety buffer. */
    write: {
      input: Readonly<{ safety_buffer?: number | string }>;
      answer: undefined;
    };
  };
  "auth/aws/tidy/identity-whitelist": {
    /** Remove entries of the identity-accesslist that expired longer ago than the safety buffer (deprecated path). */
    write: {
      input: Readonly<{ safety_buffer?: number | string }>;
      answer: undefined;
    };
  };
  "auth/aws/tidy/roletag-blacklist": {
    /** Remove entries of the roletag-denylist that expired longer ago than the safety buffer (deprecated path). */
    write: {
      input: Readonly<{ safety_buffer?: number | string }>;
      answer: undefined;
    };
  };
  "auth/aws/tidy/roletag-denylist": {
    /** Remove entries of the roletag-denylist that expired longer ago than the safety buffer. */
    write: {
      input: Readonly<{ safety_buffer?: number | string }>;
      answer: undefined;
    };
  };
  "auth/cloud/config/certificate/:cert_name": {
    /** Read a registered certificate. */
    read: {
      input: Readonly<{ cert_name: string }>;
      answer: Envelope<Readonly<{ cloud_public_cert: string; type: "pkcs7" | "identity" }> | null>;
    };
    /** Register a certificate, in place of the one of that name. */
    write: {
      input: Readonly<{ cert_name: string; type?: string; cloud_public_cert: string }>;
      answer: Envelope<null> | undefined;
    };
    /** Delete a registered certificate. */
    delete: {
      input: Readonly<{ cert_name: string }>;
      answer: undefined;
    };
  };
  "auth/cloud/config/certificates": {
    /** List the names of the registered certificates. */
    list: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ keys: ReadonlyArray<string> }> | null>;
    };
  };
  "auth/cloud/config/client": {
    /** Read the client configuration. */
    read: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<Record<string, unknown>> | null>;
    };
    /** Configure the requests to the cloud provider. */
    write: {
      input: Readonly<{ max_retries?: number; access_key?: string; secret_key?: string; endpoint?: string; iam_endpoint?: string; sts_endpoint?: string; sts_region?: string; iam_server_id_header_value?: string; allowed_sts_header_values?: ReadonlyArray<string> }>;
      answer: Envelope<null> | undefined;
    };
    /** Delete the client configuration. */
    delete: {
      input: Readonly<Record<never, never>>;
      answer: undefined;
    };
  };
  "auth/cloud/config/identity": {
    /** Read the settings of aliases and metadata of logins. */
    read: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ iam_alias: "role_id" | "unique_id" | "full_arn"; iam_metadata: ReadonlyArray<string>; ec2_alias: "role_id" | "instance_id" | "image_id"; ec2_metadata: ReadonlyArray<string> }> | null>;
    };
    /** Configure the aliases and metadata of logins. */
    write: {
      input: Readonly<{ iam_alias?: string; iam_metadata?: ReadonlyArray<string>; ec2_alias?: string; ec2_metadata?: ReadonlyArray<string> }>;
      answer: Envelope<null> | undefined;
    };
  };
  "auth/cloud/config/rotate-root": {
    /** Replace the configured access key by a new one of the same IAM user. */
    write: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ access_key: string }> | null>;
    };
  };
  "auth/cloud/config/sts": {
    /** List the accounts with an STS role. */
    list: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ keys: ReadonlyArray<string> }> | null>;
    };
  };
  "auth/cloud/config/sts/:account_id": {
    /** Read the STS role of an account. */
    read: {
      input: Readonly<{ account_id: string }>;
      answer: Envelope<Readonly<{ sts_role: string; external_id?: string }> | null>;
    };
    /** Set the STS role of an account. */
    write: {
      input: Readonly<{ account_id: string; sts_role?: string; external_id?: string }>;
      answer: Envelope<null> | undefined;
    };
    /** Delete the STS role of an account. */
    delete: {
      input: Readonly<{ account_id: string }>;
      answer: undefined;
    };
  };
  "auth/cloud/config/tidy/identity-accesslist": {
    /** Read the tidy settings of the identity-accesslist. */
    read: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ safety_buffer: number; disable_periodic_tidy: boolean }> | null>;
    };
    /** Change the tidy settings of the identity-accesslist. */
    write: {
      input: Readonly<{ safety_buffer?: number | string; disable_periodic_tidy?: boolean }>;
      answer: Envelope<null> | undefined;
    };
    /** Reset the tidy settings of the identity-accesslist to their defaults. */
    delete: {
      input: Readonly<Record<never, never>>;
      answer: undefined;
    };
  };
  "auth/cloud/config/tidy/identity-whitelist": {
    /** Read the tidy settings of the identity-accesslist (deprecated path). */
    read: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ safety_buffer: number; disable_periodic_tidy: boolean }> | null>;
    };
    /** Change the tidy settings of the identity-accesslist (deprecated path). */
    write: {
      input: Readonly<{ safety_buffer?: number | string; disable_periodic_tidy?: boolean }>;
      answer: Envelope<null> | undefined;
    };
    /** Reset the tidy settings of the identity-accesslist to their defaults (deprecated path). */
    delete: {
      input: Readonly<Record<never, never>>;
      answer: undefined;
    };
  };
  "auth/cloud/config/tidy/roletag-blacklist": {
    /** Read the tidy settings of the roletag-denylist (deprecated path). */
    read: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ safety_buffer: number; disable_periodic_tidy: boolean }> | null>;
    };
    /** Change the tidy settings of the roletag-denylist (deprecated path). */
    write: {
      input: Readonly<{ safety_buffer?: number | string; disable_periodic_tidy?: boolean }>;
      answer: Envelope<null> | undefined;
    };
    /** Reset the tidy settings of the roletag-denylist to their defaults (deprecated path). */
    delete: {
      input: Readonly<Record<never, never>>;
      answer: undefined;
    };
  };
  "auth/cloud/config/tidy/roletag-denylist": {
    /** Read the tidy settings of the roletag-denylist. */
    read: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ safety_buffer: number; disable_periodic_tidy: boolean }> | null>;
    };
    /** Change the tidy settings of the roletag-denylist. */
    write: {
      input: Readonly<{ safety_buffer?: number | string; disable_periodic_tidy?: boolean }>;
      answer: Envelope<null> | undefined;
    };
    /** Reset the tidy settings of the roletag-denylist to their defaults. */
    delete: {
      input: Readonly<Record<never, never>>;
      answer: undefined;
    };
  };
  "auth/cloud/identity-accesslist": {
    /** List the ids of the instances that logged in to this cluster. */
    list: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ keys: ReadonlyArray<string> }> | null>;
    };
  };
  "auth/cloud/identity-accesslist/:instance_id": {
    /** Read the access list entry of an instance that logged in to this cluster. */
    read: {
      input: Readonly<{ instance_id: string }>;
      answer: Envelope<Readonly<{ role: string; client_nonce: string; disallow_reauthentication: boolean; pending_time: string; creation_time: string; last_updated_time: string; expiration_time: string }> | null>;
    };
    /** Delete the access list entry of an instance, whose next login here then counts as its first. */
    delete: {
      input: Readonly<{ instance_id: string }>;
      answer: undefined;
    };
  };
  "auth/cloud/identity-whitelist": {
    /** List the ids of the instances that logged in to this cluster (deprecated path). */
    list: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ keys: ReadonlyArray<string> }> | null>;
    };
  };
  "auth/cloud/identity-whitelist/:instance_id": {
    /** Read the access list entry of an instance that logged in to this cluster (deprecated path). */
    read: {
      input: Readonly<{ instance_id: string }>;
      answer: Envelope<Readonly<{ role: string; client_nonce: string; disallow_reauthentication: boolean; pending_time: string; creation_time: string; last_updated_time: string; expiration_time: string }> | null>;
    };
    /** Delete the access list entry of an instance, whose next login here then counts as its first (deprecated path). */
    delete: {
      input: Readonly<{ instance_id: string }>;
      answer: undefined;
    };
  };
  "auth/cloud/login": {
    /** Log in with a signed identity lookup, or as an instance with its identity document. */
    write: {
      input: Readonly<{ role?: string; identity?: string; signature?: string; pkcs7?: string; nonce?: string; iam_http_request_method?: string; iam_request_url?: string; iam_request_body?: string; iam_request_headers?: unknown }>;
      answer: Envelope<null>;
    };
  };
  "auth/cloud/role": {
    /** List the names of the roles. */
    list: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ keys: ReadonlyArray<string> }> | null>;
    };
  };
  "auth/cloud/role/:role": {
    /** Read a role. */
    read: {
      input: Readonly<{ role: string }>;
      answer: Envelope<Readonly<Record<string, unknown>> | null>;
    };
    /** Create a role, or change the given fields of a role. */
    write: {
      input: Readonly<{ role: string; auth_type?: string; bound_account_id?: ReadonlyArray<string>; bound_ami_id?: ReadonlyArray<string>; bound_iam_instance_profile_arn?: ReadonlyArray<string>; bound_ec2_instance_id?: ReadonlyArray<string>; bound_iam_role_arn?: ReadonlyArray<string>; bound_vpc_id?: ReadonlyArray<string>; bound_subnet_id?: ReadonlyArray<string>; bound_region?: ReadonlyArray<string>; bound_iam_principal_arn?: ReadonlyArray<string>; inferred_entity_type?: string; role_tag?: string; allow_instance_migration?: boolean; disallow_reauthentication?: boolean; token_ttl?: number | string; token_max_ttl?: number | string; token_policies?: ReadonlyArray<string>; policies?: ReadonlyArray<string>; token_bound_cidrs?: ReadonlyArray<string>; token_explicit_max_ttl?: number | string; token_no_default_policy?: boolean; token_num_uses?: number; token_period?: number | string; token_type?: string; resolve_cloud_unique_ids?: boolean; inferred_cloud_region?: string }>;
      answer: Envelope<null> | undefined;
    };
    /** Delete a role. */
    delete: {
      input: Readonly<{ role: string }>;
      answer: undefined;
    };
  };
  "auth/cloud/role/:role/tag": {
    /** Create the value of a role tag. */
    write: {
      input: Readonly<{ role: string; policies?: ReadonlyArray<string>; max_ttl?: number | string; instance_id?: string; allow_instance_migration?: boolean; disallow_reauthentication?: boolean }>;
      answer: Envelope<Readonly<{ tag_key: string; tag_value: string }> | null>;
    };
  };
  "auth/cloud/roles": {
    /** List the names of the roles. */
    list: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ keys: ReadonlyArray<string> }> | null>;
    };
  };
  "auth/cloud/roletag-blacklist": {
    /** List the values of the role tags on the deny list (deprecated path). */
    list: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ keys: ReadonlyArray<string> }> | null>;
    };
  };
  "auth/cloud/roletag-blacklist/:role_tag": {
    /** Read the deny list entry of a role tag (deprecated path). */
    read: {
      input: Readonly<{ role_tag: string }>;
      answer: Envelope<Readonly<{ creation_time: string; expiration_time: string }> | null>;
    };
    /** Add a role tag to the deny list, so that no instance can log in with it (deprecated path). */
    write: {
      input: Readonly<{ role_tag: string }>;
      answer: Envelope<null> | undefined;
    };
    /** Remove a role tag from the deny list (deprecated path). */
    delete: {
      input: Readonly<{ role_tag: string }>;
      answer: undefined;
    };
  };
  "auth/cloud/roletag-denylist": {
    /** List the values of the role tags on the deny list. */
    list: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ keys: ReadonlyArray<string> }> | null>;
    };
  };
  "auth/cloud/roletag-denylist/:role_tag": {
    /** Read the deny list entry of a role tag. */
    read: {
      input: Readonly<{ role_tag: string }>;
      answer: Envelope<Readonly<{ creation_time: string; expiration_time: string }> | null>;
    };
    /** Add a role tag to the deny list, so that no instance can log in with it. */
    write: {
      input: Readonly<{ role_tag: string }>;
      answer: Envelope<null> | undefined;
    };
    /** Remove a role tag from the deny list. */
    delete: {
      input: Readonly<{ role_tag: string }>;
      answer: undefined;
    };
  };
  "auth/cloud/tidy/identity-accesslist": {
    /** Remove entries of the identity-accesslist that expired longer ago than the safety buffer. */
    write: {
      input: Readonly<{ safety_buffer?: number | string }>;
      answer: undefined;
    };
  };
  "auth/cloud/tidy/identity-whitelist": {
    /** Remove entries of the identity-accesslist that expired longer ago than the safety buffer (deprecated path). */
    write: {
      input: Readonly<{ safety_buffer?: number | string }>;
      answer: undefined;
    };
  };
  "auth/cloud/tidy/roletag-blacklist": {
    /** Remove entries of the roletag-denylist that expired longer ago than the safety buffer (deprecated path). */
    write: {
      input: Readonly<{ safety_buffer?: number | string }>;
      answer: undefined;
    };
  };
  "auth/cloud/tidy/roletag-denylist": {
    /** Remove entries of the roletag-denylist that expired longer ago than the safety buffer. */
    write: {
      input: Readonly<{ safety_buffer?: number | string }>;
      answer: undefined;
    };
  };
  "auth/token/accessors": {
    /** List the accessors of this cluster's tokens in this namespace. */
    list: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ keys: ReadonlyArray<string> }> | null>;
    };
  };
  "auth/token/create": {
    /** Create a token, by default with the caller's policies and as a child of the caller's token. */
    write: {
      input: Readonly<{ id?: string; policies?: ReadonlyArray<string>; meta?: Readonly<Record<string, unknown>>; display_name?: string; ttl?: string; lease?: string; explicit_max_ttl?: string; period?: string; num_uses?: number; no_parent?: boolean; no_default_policy?: boolean; renewable?: boolean; type?: string; entity_alias?: string }>;
      answer: Envelope<null>;
    };
  };
  "auth/token/create-orphan": {
    /** Create a token without a parent. */
    write: {
      input: Readonly<{ id?: string; policies?: ReadonlyArray<string>; meta?: Readonly<Record<string, unknown>>; display_name?: string; ttl?: string; lease?: string; explicit_max_ttl?: string; period?: string; num_uses?: number; no_parent?: boolean; no_default_policy?: boolean; renewable?: boolean; type?: string; entity_alias?: string }>;
      answer: Envelope<null>;
    };
  };
  "auth/token/create/:role_name": {
    /** Create a token by a role. */
    write: {
      input: Readonly<{ role_name: string; id?: string; policies?: ReadonlyArray<string>; meta?: Readonly<Record<string, unknown>>; display_name?: string; ttl?: string; lease?: string; explicit_max_ttl?: string; period?: string; num_uses?: number; no_parent?: boolean; no_default_policy?: boolean; renewable?: boolean; type?: string; entity_alias?: string }>;
      answer: Envelope<null>;
    };
  };
  "auth/token/lookup": {
    /** Look up a token. */
    read: {
      input: Readonly<{ token?: string }>;
      answer: Envelope<Readonly<{ accessor: string; bound_cidrs?: ReadonlyArray<string>; creation_time: number; creation_ttl: number; display_name: string; entity_id: string; expire_time: string | null; explicit_max_ttl: number; id: string; identity_policies?: ReadonlyArray<string>; issue_time?: string; last_renewal?: string; last_renewal_time?: number; meta: Readonly<Record<string, string>> | null; namespace_path?: string; num_uses: number; orphan: boolean; path: string; period?: number; policies: ReadonlyArray<string>; renewable?: boolean; role?: string; ttl: number; type: "service" | "batch" }> | null>;
    };
    /** Look up a token. */
    write: {
      input: Readonly<{ token?: string }>;
      answer: Envelope<Readonly<{ accessor: string; bound_cidrs?: ReadonlyArray<string>; creation_time: number; creation_ttl: number; display_name: string; entity_id: string; expire_time: string | null; explicit_max_ttl: number; id: string; identity_policies?: ReadonlyArray<string>; issue_time?: string; last_renewal?: string; last_renewal_time?: number; meta: Readonly<Record<string, string>> | null; namespace_path?: string; num_uses: number; orphan: boolean; path: string; period?: number; policies: ReadonlyArray<string>; renewable?: boolean; role?: string; ttl: number; type: "service" | "batch" }> | null>;
    };
  };
  "auth/token/lookup-accessor": {
    /** Look up the token of an accessor. */
    write: {
      input: Readonly<{ accessor?: string }>;
      answer: Envelope<Readonly<{ accessor: string; bound_cidrs?: ReadonlyArray<string>; creation_time: number; creation_ttl: number; display_name: string; entity_id: string; expire_time: string | null; explicit_max_ttl: number; id: string; identity_policies?: ReadonlyArray<string>; issue_time?: string; last_renewal?: string; last_renewal_time?: number; meta: Readonly<Record<string, string>> | null; namespace_path?: string; num_uses: number; orphan: boolean; path: string; period?: number; policies: ReadonlyArray<string>; renewable?: boolean; role?: string; ttl: number; type: "service" | "batch" }> | null>;
    };
  };
  "auth/token/lookup-self": {
    /** Look up the caller's own token. */
    read: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ accessor: string; bound_cidrs?: ReadonlyArray<string>; creation_time: number; creation_ttl: number; display_name: string; entity_id: string; expire_time: string | null; explicit_max_ttl: number; id: string; identity_policies?: ReadonlyArray<string>; issue_time?: string; last_renewal?: string; last_renewal_time?: number; meta: Readonly<Record<string, string>> | null; namespace_path?: string; num_uses: number; orphan: boolean; path: string; period?: number; policies: ReadonlyArray<string>; renewable?: boolean; role?: string; ttl: number; type: "service" | "batch" }> | null>;
    };
    /** Look up the caller's own token. */
    write: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ accessor: string; bound_cidrs?: ReadonlyArray<string>; creation_time: number; creation_ttl: number; display_name: string; entity_id: string; expire_time: string | null; explicit_max_ttl: number; id: string; identity_policies?: ReadonlyArray<string>; issue_time?: string; last_renewal?: string; last_renewal_time?: number; meta: Readonly<Record<string, string>> | null; namespace_path?: string; num_uses: number; orphan: boolean; path: string; period?: number; policies: ReadonlyArray<string>; renewable?: boolean; role?: string; ttl: number; type: "service" | "batch" }> | null>;
    };
  };
  "auth/token/renew": {
    /** Renew a token. */
    write: {
      input: Readonly<{ token?: string; increment?: number | string }>;
      answer: Envelope<null>;
    };
  };
  "auth/token/renew-accessor": {
    /** Renew the token of an accessor. */
    write: {
      input: Readonly<{ accessor?: string; increment?: number | string }>;
      answer: Envelope<null>;
    };
  };
  "auth/token/renew-self": {
    /** Renew the caller's own token. */
    write: {
      input: Readonly<{ token?: string; increment?: number | string }>;
      answer: Envelope<null>;
    };
  };
  "auth/token/revoke": {
    /** Revoke a token, its descendants and their leases. */
    write: {
      input: Readonly<{ token?: string }>;
      answer: Envelope<null> | undefined;
    };
  };
  "auth/token/revoke-accessor": {
    /** Revoke the token of an accessor, its descendants and their leases. */
    write: {
      input: Readonly<{ accessor?: string }>;
      answer: Envelope<null> | undefined;
    };
  };
  "auth/token/revoke-orphan": {
    /** Revoke a token and its leases; its children become orphans. */
    write: {
      input: Readonly<{ token?: string }>;
      answer: Envelope<null> | undefined;
    };
  };
  "auth/token/revoke-self": {
    /** Revoke the caller's own token, its descendants and their leases. */
    write: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<null> | undefined;
    };
  };
  "auth/token/roles": {
    /** List the token roles. */
    list: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ keys: ReadonlyArray<string> }> | null>;
    };
  };
  "auth/token/roles/:role_name": {
    /** Read a token role. */
    read: {
      input: Readonly<{ role_name: string }>;
      answer: Envelope<Readonly<{ allowed_entity_aliases: ReadonlyArray<string> | null; allowed_policies: ReadonlyArray<string>; allowed_policies_glob: ReadonlyArray<string>; disallowed_policies: ReadonlyArray<string>; disallowed_policies_glob: ReadonlyArray<string>; explicit_max_ttl: number; name: string; orphan: boolean; path_suffix: string; period: number; renewable: boolean; token_explicit_max_ttl: number; token_no_default_policy: boolean; token_period: number; token_type: string; token_num_uses?: number; token_bound_cidrs?: ReadonlyArray<string>; bound_cidrs?: ReadonlyArray<string> }> | null>;
    };
    /** Create a token role, or change the given settings. */
    write: {
      input: Readonly<{ role_name: string; allowed_policies?: ReadonlyArray<string>; allowed_policies_glob?: ReadonlyArray<string>; disallowed_policies?: ReadonlyArray<string>; disallowed_policies_glob?: ReadonlyArray<string>; allowed_entity_aliases?: ReadonlyArray<string>; orphan?: boolean; renewable?: boolean; path_suffix?: string; token_type?: string; token_period?: number | string; token_explicit_max_ttl?: number | string; token_bound_cidrs?: ReadonlyArray<string>; token_num_uses?: number; token_no_default_policy?: boolean; period?: number | string; explicit_max_ttl?: number | string; bound_cidrs?: ReadonlyArray<string> }>;
      answer: Envelope<null> | undefined;
    };
    /** Delete a token role; its tokens stay but cannot be renewed. */
    delete: {
      input: Readonly<{ role_name: string }>;
      answer: undefined;
    };
  };
  "auth/token/tidy": {
    /** Remove leftover data of removed tokens in the background. */
    write: {
      input: Readonly<Record<never, never>>;
      answer: undefined;
    };
  };
  "auth/userpass/login/:username": {
    /** Log in with a password. */
    write: {
      input: Readonly<{ username: string; password?: string }>;
      answer: Envelope<null>;
    };
  };
  "auth/userpass/users": {
    /** List the names of the users. */
    list: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ keys: ReadonlyArray<string> }> | null>;
    };
  };
  "auth/userpass/users/:username": {
    /** Read the token settings of a user. */
    read: {
      input: Readonly<{ username: string }>;
      answer: Envelope<Readonly<{ token_bound_cidrs: ReadonlyArray<string>; token_explicit_max_ttl: number; token_max_ttl: number; token_no_default_policy: boolean; token_num_uses: number; token_period: number; token_policies: ReadonlyArray<string>; token_ttl: number; token_type: "default" | "service" | "batch"; policies?: ReadonlyArray<string>; ttl?: number; max_ttl?: number; bound_cidrs?: ReadonlyArray<string> }> | null>;
    };
    /** Create a user, or change fields of a user. */
    write: {
      input: Readonly<{ username: string; password?: string; password_hash?: string; token_ttl?: number | string; token_max_ttl?: number | string; token_policies?: ReadonlyArray<string>; policies?: ReadonlyArray<string>; token_bound_cidrs?: ReadonlyArray<string>; token_explicit_max_ttl?: number | string; token_no_default_policy?: boolean; token_num_uses?: number; token_period?: number | string; token_type?: string; ttl?: number | string; max_ttl?: number | string; bound_cidrs?: ReadonlyArray<string> }>;
      answer: Envelope<null> | undefined;
    };
    /** Delete a user; its tokens stay valid until they expire. */
    delete: {
      input: Readonly<{ username: string }>;
      answer: undefined;
    };
  };
  "auth/userpass/users/:username/password": {
    /** Change a user's password. */
    write: {
      input: Readonly<{ username: string; password?: string; password_hash?: string }>;
      answer: Envelope<null> | undefined;
    };
  };
  "auth/userpass/users/:username/policies": {
    /** Change the policies of a user's tokens. */
    write: {
      input: Readonly<{ username: string; token_policies?: ReadonlyArray<string>; policies?: ReadonlyArray<string> }>;
      answer: Envelope<null> | undefined;
    };
  };
  "cubbyhole": {
    /** List the secrets and folders of the token below a path. */
    list: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ keys: ReadonlyArray<string> }> | null>;
    };
  };
  "cubbyhole/response": {
    /** Read the wrapped response of a wrapping token, or a secret of the token. */
    read: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<Record<string, unknown>> | null>;
    };
    /** Write a secret of the token; existing data are replaced. */
    write: {
      input: Readonly<Record<never, never>> & Readonly<Record<string, unknown>>;
      answer: Envelope<null> | undefined;
    };
    /** Delete a secret of the token. */
    delete: {
      input: Readonly<Record<never, never>>;
      answer: undefined;
    };
    /** List the secrets and folders of the token below a path. */
    list: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ keys: ReadonlyArray<string> }> | null>;
    };
  };
  "cubbyhole/:path": {
    /** Read a secret of the token. */
    read: {
      input: Readonly<{ path: string }>;
      answer: Envelope<Readonly<Record<string, unknown>> | null>;
    };
    /** Write a secret of the token; existing data are replaced. */
    write: {
      input: Readonly<{ path: string }> & Readonly<Record<string, unknown>>;
      answer: Envelope<null> | undefined;
    };
    /** Delete a secret of the token. */
    delete: {
      input: Readonly<{ path: string }>;
      answer: undefined;
    };
    /** List the secrets and folders of the token below a path. */
    list: {
      input: Readonly<{ path: string }>;
      answer: Envelope<Readonly<{ keys: ReadonlyArray<string> }> | null>;
    };
  };
  "database/config": {
    /** List the connections. */
    list: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ keys: ReadonlyArray<string> }> | null>;
    };
  };
  "database/config/:name": {
    /** Read a connection, without its password. */
    read: {
      input: Readonly<{ name: string }>;
      answer: Envelope<Readonly<{ plugin_name: string; plugin_version: string; connection_details: Readonly<{ connection_url?: string; username?: string; disable_escaping?: boolean; username_template?: string; max_open_connections?: number; max_idle_connections?: number; max_connection_lifetime?: string; tls_ca?: string; tls_certificate?: string; tls_skip_verify?: boolean; host?: string; port?: number; tls?: boolean; insecure_tls?: boolean; ca_cert?: string; persistence_mode?: string }>; allowed_roles: ReadonlyArray<string>; root_credentials_rotate_statements: ReadonlyArray<string>; root_rotation_statements: ReadonlyArray<string>; password_policy: string; verify_connection: boolean }> | null>;
    };
    /** Configure a connection. */
    write: {
      input: Readonly<{ name: string; connection_url?: string; username?: string; password?: string; disable_escaping?: boolean; username_template?: string; max_open_connections?: number; max_idle_connections?: number; max_connection_lifetime?: string; tls_ca?: string; tls_certificate?: string; private_key?: string; tls_skip_verify?: boolean; host?: string; port?: number; tls?: boolean; insecure_tls?: boolean; ca_cert?: string; persistence_mode?: string; plugin_name?: string; plugin_version?: string; verify_connection?: boolean; allowed_roles?: ReadonlyArray<string>; root_rotation_statements?: ReadonlyArray<string>; root_credentials_rotate_statements?: ReadonlyArray<string>; password_policy?: string }>;
      answer: Envelope<null> | undefined;
    };
    /** Delete a connection; its leases can then not be revoked. */
    delete: {
      input: Readonly<{ name: string }>;
      answer: undefined;
    };
  };
  "database/creds/:name": {
    /** Create a database user for a dynamic role. */
    read: {
      input: Readonly<{ name: string }>;
      answer: Envelope<Readonly<{ username: string; password?: string; rsa_private_key?: string; client_certificate?: string; private_key?: string; private_key_type?: string }> | null>;
    };
  };
  "database/reset/:name": {
    /** Close a connection; the next use opens it again. */
    write: {
      input: Readonly<{ name: string }>;
      answer: Envelope<null> | undefined;
    };
  };
  "database/roles": {
    /** List the dynamic roles. */
    list: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ keys: ReadonlyArray<string> }> | null>;
    };
  };
  "database/roles/:name": {
    /** Read a dynamic role. */
    read: {
      input: Readonly<{ name: string }>;
      answer: Envelope<Readonly<{ db_name: string; creation_statements: ReadonlyArray<string>; revocation_statements: ReadonlyArray<string>; rollback_statements: ReadonlyArray<string>; renew_statements: ReadonlyArray<string>; default_ttl: number; max_ttl: number; credential_type: "password" | "rsa_private_key" | "client_certificate"; credential_config: Readonly<Record<string, string>> }> | null>;
    };
    /** Create or change a dynamic role. */
    write: {
      input: Readonly<{ name: string; db_name?: string; creation_statements?: ReadonlyArray<string>; revocation_statements?: ReadonlyArray<string>; rollback_statements?: ReadonlyArray<string>; renew_statements?: ReadonlyArray<string>; default_ttl?: number | string; max_ttl?: number | string; credential_type?: string; credential_config?: Readonly<Record<string, unknown>> }>;
      answer: Envelope<null> | undefined;
    };
    /** Delete a dynamic role; its users stay until their leases end. */
    delete: {
      input: Readonly<{ name: string }>;
      answer: undefined;
    };
  };
  "database/rotate-role/:name": {
    /** Rotate the password of a static role now. */
    write: {
      input: Readonly<{ name: string }>;
      answer: Envelope<null> | undefined;
    };
  };
  "database/rotate-root/:name": {
    /** Rotate the password of a connection's root user. */
    write: {
      input: Readonly<{ name: string }>;
      answer: Envelope<null> | undefined;
    };
  };
  "database/static-creds/:name": {
    /** Read the current credentials of a static role. */
    read: {
      input: Readonly<{ name: string }>;
      answer: Envelope<Readonly<{ username: string; password: string; ttl: number; rotation_period: number; last_vault_rotation: string }> | null>;
    };
  };
  "database/static-roles": {
    /** List the static roles. */
    list: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ keys: ReadonlyArray<string> }> | null>;
    };
  };
  "database/static-roles/:name": {
    /** Read a static role, without its password. */
    read: {
      input: Readonly<{ name: string }>;
      answer: Envelope<Readonly<{ db_name: string; username: string; rotation_period: number; rotation_statements: ReadonlyArray<string>; credential_type: "password" | "rsa_private_key" | "client_certificate"; credential_config: Readonly<Record<string, string>>; last_vault_rotation: string }> | null>;
    };
    /** Create or change a static role; a new role rotates the password immediately. */
    write: {
      input: Readonly<{ name: string; db_name?: string; username?: string; rotation_period?: number | string; rotation_statements?: ReadonlyArray<string>; credential_type?: string; credential_config?: Readonly<Record<string, unknown>> }>;
      answer: Envelope<null> | undefined;
    };
    /** Delete a static role; the database user stays. */
    delete: {
      input: Readonly<{ name: string }>;
      answer: undefined;
    };
  };
  "identity/alias": {
    /** Create or change an alias of an entity. */
    write: {
      input: Readonly<{ id?: string; name?: string; mount_accessor?: string; canonical_id?: string; entity_id?: string; custom_metadata?: Readonly<Record<string, string>> }>;
      answer: Envelope<Readonly<{ canonical_id: string; id: string }> | null> | undefined;
    };
  };
  "identity/alias/id": {
    /** List the aliases of entities. */
    list: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ keys: ReadonlyArray<string>; key_info: Readonly<Record<string, Readonly<{ canonical_id: string; custom_metadata: Readonly<Record<string, string>> | null; local: boolean; name: string; mount_accessor: string; mount_path?: string; mount_type?: string }>>> }> | null>;
    };
  };
  "identity/alias/id/:id": {
    /** Read an alias of an entity. */
    read: {
      input: Readonly<{ id: string }>;
      answer: Envelope<Readonly<{ canonical_id: string; creation_time: string; custom_metadata: Readonly<Record<string, string>> | null; id: string; last_update_time: string; local: boolean; merged_from_canonical_ids: ReadonlyArray<string> | null; metadata: Readonly<Record<string, string>> | null; mount_accessor: string; mount_path?: string; mount_type?: string; name: string; namespace_id: string }> | null>;
    };
    /** Change an alias of an entity. */
    write: {
      input: Readonly<{ id: string; name?: string; mount_accessor?: string; canonical_id?: string; entity_id?: string; custom_metadata?: Readonly<Record<string, string>> }>;
      answer: Envelope<Readonly<{ canonical_id: string; id: string }> | null> | undefined;
    };
    /** Delete an alias of an entity. */
    delete: {
      input: Readonly<{ id: string }>;
      answer: undefined;
    };
  };
  "identity/entity": {
    /** Create or change an entity. */
    write: {
      input: Readonly<{ id?: string; name?: string; metadata?: Readonly<Record<string, string>>; policies?: ReadonlyArray<string>; disabled?: boolean }>;
      answer: Envelope<Readonly<{ aliases: null; id: string; name: string }> | null> | undefined;
    };
  };
  "identity/entity-alias": {
    /** Create or change an alias of an entity. */
    write: {
      input: Readonly<{ id?: string; name?: string; mount_accessor?: string; canonical_id?: string; entity_id?: string; custom_metadata?: Readonly<Record<string, string>> }>;
      answer: Envelope<Readonly<{ canonical_id: string; id: string }> | null> | undefined;
    };
  };
  "identity/entity-alias/id": {
    /** List the aliases of entities. */
    list: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ keys: ReadonlyArray<string>; key_info: Readonly<Record<string, Readonly<{ canonical_id: string; custom_metadata: Readonly<Record<string, string>> | null; local: boolean; name: string; mount_accessor: string; mount_path?: string; mount_type?: string }>>> }> | null>;
    };
  };
  "identity/entity-alias/id/:id": {
    /** Read an alias of an entity. */
    read: {
      input: Readonly<{ id: string }>;
      answer: Envelope<Readonly<{ canonical_id: string; creation_time: string; custom_metadata: Readonly<Record<string, string>> | null; id: string; last_update_time: string; local: boolean; merged_from_canonical_ids: ReadonlyArray<string> | null; metadata: Readonly<Record<string, string>> | null; mount_accessor: string; mount_path?: string; mount_type?: string; name: string; namespace_id: string }> | null>;
    };
    /** Change an alias of an entity. */
    write: {
      input: Readonly<{ id: string; name?: string; mount_accessor?: string; canonical_id?: string; entity_id?: string; custom_metadata?: Readonly<Record<string, string>> }>;
      answer: Envelope<Readonly<{ canonical_id: string; id: string }> | null> | undefined;
    };
    /** Delete an alias of an entity. */
    delete: {
      input: Readonly<{ id: string }>;
      answer: undefined;
    };
  };
  "identity/entity/batch-delete": {
    /** Delete several entities. */
    write: {
      input: Readonly<{ entity_ids?: ReadonlyArray<string> }>;
      answer: Envelope<null> | undefined;
    };
  };
  "identity/entity/id": {
    /** List the entities by id. */
    list: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ keys: ReadonlyArray<string>; key_info: Readonly<Record<string, Readonly<{ aliases?: ReadonlyArray<Readonly<{ id: string; name: string; mount_accessor: string; mount_path?: string; mount_type?: string }>>; name: string }>>> }> | null>;
    };
  };
  "identity/entity/id/:id": {
    /** Read an entity. */
    read: {
      input: Readonly<{ id: string }>;
      answer: Envelope<Readonly<{ aliases: ReadonlyArray<Readonly<{ canonical_id: string; creation_time: string; custom_metadata: Readonly<Record<string, string>> | null; id: string; last_update_time: string; local: boolean; merged_from_canonical_ids: ReadonlyArray<string> | null; metadata: Readonly<Record<string, string>> | null; mount_accessor: string; mount_path?: string; mount_type?: string; name: string }>>; creation_time: string; direct_group_ids: ReadonlyArray<string>; disabled: boolean; group_ids: ReadonlyArray<string>; id: string; inherited_group_ids: ReadonlyArray<string>; last_update_time: string; merged_entity_ids: ReadonlyArray<string> | null; metadata: Readonly<Record<string, string>> | null; name: string; namespace_id: string; policies: ReadonlyArray<string> }> | null>;
    };
    /** Change an entity. */
    write: {
      input: Readonly<{ id: string; name?: string; metadata?: Readonly<Record<string, string>>; policies?: ReadonlyArray<string>; disabled?: boolean }>;
      answer: Envelope<Readonly<{ aliases: null; id: string; name: string }> | null> | undefined;
    };
    /** Delete an entity: its tokens become invalid. */
    delete: {
      input: Readonly<{ id: string }>;
      answer: undefined;
    };
  };
  "identity/entity/merge": {
    /** Merge several entities into one. */
    write: {
      input: Readonly<{ from_entity_ids?: ReadonlyArray<string>; to_entity_id?: string; conflicting_alias_ids_to_keep?: ReadonlyArray<string>; force?: boolean }>;
      answer: Envelope<null> | undefined;
    };
  };
  "identity/entity/name": {
    /** List the entities by name. */
    list: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ keys: ReadonlyArray<string> }> | null>;
    };
  };
  "identity/entity/name/:name": {
    /** Read an entity by its name. */
    read: {
      input: Readonly<{ name: string }>;
      answer: Envelope<Readonly<{ aliases: ReadonlyArray<Readonly<{ canonical_id: string; creation_time: string; custom_metadata: Readonly<Record<string, string>> | null; id: string; last_update_time: string; local: boolean; merged_from_canonical_ids: ReadonlyArray<string> | null; metadata: Readonly<Record<string, string>> | null; mount_accessor: string; mount_path?: string; mount_type?: string; name: string }>>; creation_time: string; direct_group_ids: ReadonlyArray<string>; disabled: boolean; group_ids: ReadonlyArray<string>; id: string; inherited_group_ids: ReadonlyArray<string>; last_update_time: string; merged_entity_ids: ReadonlyArray<string> | null; metadata: Readonly<Record<string, string>> | null; name: string; namespace_id: string; policies: ReadonlyArray<string> }> | null>;
    };
    /** Create or change an entity by its name. */
    write: {
      input: Readonly<{ name: string; id?: string; metadata?: Readonly<Record<string, string>>; policies?: ReadonlyArray<string>; disabled?: boolean }>;
      answer: Envelope<Readonly<{ aliases: null; id: string; name: string }> | null> | undefined;
    };
    /** Delete an entity by its name. */
    delete: {
      input: Readonly<{ name: string }>;
      answer: undefined;
    };
  };
  "identity/group": {
    /** Create or change a group. */
    write: {
      input: Readonly<{ id?: string; name?: string; type?: string; metadata?: Readonly<Record<string, string>>; policies?: ReadonlyArray<string>; member_entity_ids?: ReadonlyArray<string>; member_group_ids?: ReadonlyArray<string> }>;
      answer: Envelope<Readonly<{ id: string; name: string }> | null> | undefined;
    };
  };
  "identity/group-alias": {
    /** Create or change an alias of an external group. */
    write: {
      input: Readonly<{ id?: string; name?: string; mount_accessor?: string; canonical_id?: string }>;
      answer: Envelope<Readonly<{ canonical_id: string; id: string }> | null> | undefined;
    };
  };
  "identity/group-alias/id": {
    /** List the aliases of groups. */
    list: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ keys: ReadonlyArray<string>; key_info: Readonly<Record<string, Readonly<{ canonical_id: string; custom_metadata: Readonly<Record<string, string>> | null; local: boolean; name: string; mount_accessor: string; mount_path?: string; mount_type?: string }>>> }> | null>;
    };
  };
  "identity/group-alias/id/:id": {
    /** Read an alias of a group. */
    read: {
      input: Readonly<{ id: string }>;
      answer: Envelope<Readonly<{ canonical_id: string; creation_time: string; custom_metadata: Readonly<Record<string, string>> | null; id: string; last_update_time: string; local: boolean; merged_from_canonical_ids: ReadonlyArray<string> | null; metadata: Readonly<Record<string, string>> | null; mount_accessor: string; mount_path?: string; mount_type?: string; name: string; namespace_id: string }> | null>;
    };
    /** Change an alias of a group. */
    write: {
      input: Readonly<{ id: string; name?: string; mount_accessor?: string; canonical_id?: string }>;
      answer: Envelope<Readonly<{ canonical_id: string; id: string }> | null> | undefined;
    };
    /** Delete an alias of a group. */
    delete: {
      input: Readonly<{ id: string }>;
      answer: undefined;
    };
  };
  "identity/group/id": {
    /** List the groups by id. */
    list: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ keys: ReadonlyArray<string>; key_info: Readonly<Record<string, Readonly<{ alias?: Readonly<{ id: string; name: string; mount_accessor: string; mount_path?: string; mount_type?: string }>; name: string; num_member_entities: number; num_parent_groups: number }>>> }> | null>;
    };
  };
  "identity/group/id/:id": {
    /** Read a group. */
    read: {
      input: Readonly<{ id: string }>;
      answer: Envelope<Readonly<{ alias: Readonly<{ canonical_id?: string; creation_time?: string; id?: string; last_update_time?: string; merged_from_canonical_ids?: ReadonlyArray<string> | null; metadata?: Readonly<Record<string, string>> | null; mount_accessor?: string; mount_path?: string; mount_type?: string; name?: string }>; creation_time: string; id: string; last_update_time: string; member_entity_ids: ReadonlyArray<string> | null; member_group_ids: ReadonlyArray<string> | null; metadata: Readonly<Record<string, string>> | null; modify_index: number; name: string; namespace_id: string; parent_group_ids: ReadonlyArray<string> | null; policies: ReadonlyArray<string> | null; type: string }> | null>;
    };
    /** Change a group. */
    write: {
      input: Readonly<{ id: string; name?: string; type?: string; metadata?: Readonly<Record<string, string>>; policies?: ReadonlyArray<string>; member_entity_ids?: ReadonlyArray<string>; member_group_ids?: ReadonlyArray<string> }>;
      answer: Envelope<Readonly<{ id: string; name: string }> | null> | undefined;
    };
    /** Delete a group. */
    delete: {
      input: Readonly<{ id: string }>;
      answer: undefined;
    };
  };
  "identity/group/name": {
    /** List the groups by name. */
    list: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ keys: ReadonlyArray<string> }> | null>;
    };
  };
  "identity/group/name/:name": {
    /** Read a group by its name. */
    read: {
      input: Readonly<{ name: string }>;
      answer: Envelope<Readonly<{ alias: Readonly<{ canonical_id?: string; creation_time?: string; id?: string; last_update_time?: string; merged_from_canonical_ids?: ReadonlyArray<string> | null; metadata?: Readonly<Record<string, string>> | null; mount_accessor?: string; mount_path?: string; mount_type?: string; name?: string }>; creation_time: string; id: string; last_update_time: string; member_entity_ids: ReadonlyArray<string> | null; member_group_ids: ReadonlyArray<string> | null; metadata: Readonly<Record<string, string>> | null; modify_index: number; name: string; namespace_id: string; parent_group_ids: ReadonlyArray<string> | null; policies: ReadonlyArray<string> | null; type: string }> | null>;
    };
    /** Create or change a group by its name. */
    write: {
      input: Readonly<{ name: string; type?: string; metadata?: Readonly<Record<string, string>>; policies?: ReadonlyArray<string>; member_entity_ids?: ReadonlyArray<string>; member_group_ids?: ReadonlyArray<string> }>;
      answer: Envelope<Readonly<{ id: string; name: string }> | null> | undefined;
    };
    /** Delete a group by its name. */
    delete: {
      input: Readonly<{ name: string }>;
      answer: undefined;
    };
  };
  "identity/lookup/entity": {
    /** Look up an entity. */
    write: {
      input: Readonly<{ id?: string; name?: string; alias_id?: string; alias_name?: string; alias_mount_accessor?: string }>;
      answer: Envelope<Readonly<{ aliases: ReadonlyArray<Readonly<{ canonical_id: string; creation_time: string; custom_metadata: Readonly<Record<string, string>> | null; id: string; last_update_time: string; local: boolean; merged_from_canonical_ids: ReadonlyArray<string> | null; metadata: Readonly<Record<string, string>> | null; mount_accessor: string; mount_path?: string; mount_type?: string; name: string }>>; creation_time: string; direct_group_ids: ReadonlyArray<string>; disabled: boolean; group_ids: ReadonlyArray<string>; id: string; inherited_group_ids: ReadonlyArray<string>; last_update_time: string; merged_entity_ids: ReadonlyArray<string> | null; metadata: Readonly<Record<string, string>> | null; name: string; namespace_id: string; policies: ReadonlyArray<string> }> | null> | undefined;
    };
  };
  "identity/lookup/group": {
    /** Look up a group. */
    write: {
      input: Readonly<{ id?: string; name?: string; alias_id?: string; alias_name?: string; alias_mount_accessor?: string }>;
      answer: Envelope<Readonly<{ alias: Readonly<{ canonical_id?: string; creation_time?: string; id?: string; last_update_time?: string; merged_from_canonical_ids?: ReadonlyArray<string> | null; metadata?: Readonly<Record<string, string>> | null; mount_accessor?: string; mount_path?: string; mount_type?: string; name?: string }>; creation_time: string; id: string; last_update_time: string; member_entity_ids: ReadonlyArray<string> | null; member_group_ids: ReadonlyArray<string> | null; metadata: Readonly<Record<string, string>> | null; modify_index: number; name: string; namespace_id: string; parent_group_ids: ReadonlyArray<string> | null; policies: ReadonlyArray<string> | null; type: string }> | null> | undefined;
    };
  };
  "identity/persona": {
    /** Create or change an alias of an entity. */
    write: {
      input: Readonly<{ id?: string; name?: string; mount_accessor?: string; canonical_id?: string; entity_id?: string; custom_metadata?: Readonly<Record<string, string>> }>;
      answer: Envelope<Readonly<{ canonical_id: string; id: string }> | null> | undefined;
    };
  };
  "identity/persona/id": {
    /** List the aliases of entities. */
    list: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ keys: ReadonlyArray<string>; key_info: Readonly<Record<string, Readonly<{ canonical_id: string; custom_metadata: Readonly<Record<string, string>> | null; local: boolean; name: string; mount_accessor: string; mount_path?: string; mount_type?: string }>>> }> | null>;
    };
  };
  "identity/persona/id/:id": {
    /** Read an alias of an entity. */
    read: {
      input: Readonly<{ id: string }>;
      answer: Envelope<Readonly<{ canonical_id: string; creation_time: string; custom_metadata: Readonly<Record<string, string>> | null; id: string; last_update_time: string; local: boolean; merged_from_canonical_ids: ReadonlyArray<string> | null; metadata: Readonly<Record<string, string>> | null; mount_accessor: string; mount_path?: string; mount_type?: string; name: string; namespace_id: string }> | null>;
    };
    /** Change an alias of an entity. */
    write: {
      input: Readonly<{ id: string; name?: string; mount_accessor?: string; canonical_id?: string; entity_id?: string; custom_metadata?: Readonly<Record<string, string>> }>;
      answer: Envelope<Readonly<{ canonical_id: string; id: string }> | null> | undefined;
    };
    /** Delete an alias of an entity. */
    delete: {
      input: Readonly<{ id: string }>;
      answer: undefined;
    };
  };
  "kv": {
    /** List the secrets and folders below a path. */
    list: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ keys: ReadonlyArray<string> }> | null>;
    };
  };
  "kv/:path": {
    /** Read a secret. */
    read: {
      input: Readonly<{ path: string }>;
      answer: Envelope<Readonly<Record<string, unknown>> | null>;
    };
    /** Write a secret; existing data are replaced. */
    write: {
      input: Readonly<{ path: string }> & Readonly<Record<string, unknown>>;
      answer: Envelope<null> | undefined;
    };
    /** Delete a secret. */
    delete: {
      input: Readonly<{ path: string }>;
      answer: undefined;
    };
    /** List the secrets and folders below a path. */
    list: {
      input: Readonly<{ path: string }>;
      answer: Envelope<Readonly<{ keys: ReadonlyArray<string> }> | null>;
    };
  };
  "secret": {
    /** Refuse to list; a warning names the path for secrets with versions. */
    list: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<null>;
    };
  };
  "secret/config": {
    /** Read the settings that apply to all secrets of the mount. */
    read: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ cas_required: boolean; delete_version_after: string; max_versions: number }> | null>;
    };
    /** Change the settings that apply to all secrets of the mount; omitted fields keep their values. */
    write: {
      input: Readonly<{ cas_required?: boolean; delete_version_after?: number | string; max_versions?: number }>;
      answer: Envelope<null> | undefined;
    };
  };
  "secret/data/:path": {
    /** Read a version of a secret; the current one by default. */
    read: {
      input: Readonly<{ path: string; version?: number }>;
      answer: Envelope<Readonly<{ data: Readonly<Record<string, unknown>> | null; metadata: Readonly<{ created_time: string; custom_metadata: Readonly<Record<string, string>> | null; deletion_time: string; destroyed: boolean; version: number }> }> | null>;
    };
    /** Write a new version of a secret. */
    write: {
      input: Readonly<{ path: string; data?: Readonly<Record<string, unknown>> | null; options?: Readonly<Record<string, unknown>> }>;
      answer: Envelope<Readonly<{ created_time: string; custom_metadata: Readonly<Record<string, string>> | null; deletion_time: string; destroyed: boolean; version: number }> | null>;
    };
    /** Write a new version of a secret: the current one with the changes of the patch. */
    patch: {
      input: Readonly<{ path: string; data?: Readonly<Record<string, unknown>> | null; options?: Readonly<Record<string, unknown>> }>;
      answer: Envelope<Readonly<{ created_time: string; custom_metadata: Readonly<Record<string, string>> | null; deletion_time: string; destroyed: boolean; version: number }> | null>;
    };
    /** Delete the current version of a secret; it can be undeleted. */
    delete: {
      input: Readonly<{ path: string }>;
      answer: undefined;
    };
  };
  "secret/delete/:path": {
    /** Delete versions of a secret; they can be undeleted. */
    write: {
      input: Readonly<{ path: string; versions?: ReadonlyArray<number> }>;
      answer: Envelope<null> | undefined;
    };
  };
  "secret/destroy/:path": {
    /** Permanently destroy the data of versions of a secret. */
    write: {
      input: Readonly<{ path: string; versions?: ReadonlyArray<number> }>;
      answer: Envelope<null> | undefined;
    };
  };
  "secret/metadata": {
    /** List the secrets and folders of the mount. */
    list: {
      input: Readonly<{ path?: string }>;
      answer: Envelope<Readonly<{ keys: ReadonlyArray<string> }> | null>;
    };
  };
  "secret/metadata/:path": {
    /** Read the metadata of a secret and its versions. */
    read: {
      input: Readonly<{ path: string }>;
      answer: Envelope<Readonly<{ cas_required: boolean; custom_metadata: Readonly<Record<string, string>> | null; delete_version_after: string; max_versions: number; created_time: string; current_version: number; oldest_version: number; updated_time: string; versions: Readonly<Record<string, Readonly<{ created_time: string; deletion_time: string; destroyed: boolean }>>> }> | null>;
    };
    /** Set the metadata of a secret; omitted fields keep their values. */
    write: {
      input: Readonly<{ path: string; cas_required?: boolean; custom_metadata?: Readonly<Record<string, unknown>>; delete_version_after?: number | string; max_versions?: number }>;
      answer: Envelope<null> | undefined;
    };
    /** Change the metadata of a secret; null resets a field to its default. */
    patch: {
      input: Readonly<{ path: string; cas_required?: boolean | null; custom_metadata?: Readonly<Record<string, unknown>> | null; delete_version_after?: number | string | null; max_versions?: number | null }>;
      answer: Envelope<null> | undefined;
    };
    /** Remove a secret and all its versions for good. */
    delete: {
      input: Readonly<{ path: string }>;
      answer: undefined;
    };
    /** List the secrets and folders below a path. */
    list: {
      input: Readonly<{ path: string }>;
      answer: Envelope<Readonly<{ keys: ReadonlyArray<string> }> | null>;
    };
  };
  "secret/subkeys/:path": {
    /** Read the names within a version of a secret, without the values. */
    read: {
      input: Readonly<{ path: string; version?: number; depth?: number }>;
      answer: Envelope<Readonly<{ metadata: Readonly<{ created_time: string; custom_metadata: Readonly<Record<string, string>> | null; deletion_time: string; destroyed: boolean; version: number }>; subkeys: Readonly<Record<string, unknown>> }> | null>;
    };
  };
  "secret/undelete/:path": {
    /** Undelete versions of a secret. */
    write: {
      input: Readonly<{ path: string; versions?: ReadonlyArray<number> }>;
      answer: Envelope<null> | undefined;
    };
  };
  "secret/:path": {
    /** Refuse to read; a warning names the path for secrets with versions. */
    read: {
      input: Readonly<{ path: string }>;
      answer: Envelope<null>;
    };
    /** Refuse to write; a warning names the path for secrets with versions. */
    write: {
      input: Readonly<{ path: string }> & Readonly<Record<string, unknown>>;
      answer: Envelope<null>;
    };
    /** Refuse to delete; a warning names the path for secrets with versions. */
    delete: {
      input: Readonly<{ path: string }>;
      answer: Envelope<null>;
    };
    /** Refuse to list; a warning names the path for secrets with versions. */
    list: {
      input: Readonly<{ path: string }>;
      answer: Envelope<null>;
    };
  };
  "sys/audit": {
    /** List the audit devices. */
    read: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<Record<string, Readonly<{ path: string; type: string; description: string; local: boolean; options: Readonly<Record<string, string>> }>>> | null>;
    };
  };
  "sys/audit-hash/:path": {
    /** Compute the HMAC of a text, as the entries of an audit device contain it. */
    write: {
      input: Readonly<{ path: string; input?: string }>;
      answer: Envelope<Readonly<{ hash: string }> | null>;
    };
  };
  "sys/audit/:path": {
    /** Enable an audit device. */
    write: {
      input: Readonly<{ path: string; type?: string; description?: string; options?: Readonly<Record<string, unknown>>; local?: boolean }>;
      answer: Envelope<null> | undefined;
    };
    /** Disable an audit device. */
    delete: {
      input: Readonly<{ path: string }>;
      answer: undefined;
    };
  };
  "sys/auth": {
    /** List the auth methods. */
    read: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<Record<string, Readonly<{ accessor: string; config: Readonly<{ default_lease_ttl: number; force_no_cache: boolean; max_lease_ttl: number; allowed_response_headers?: ReadonlyArray<string>; audit_non_hmac_request_keys?: ReadonlyArray<string>; audit_non_hmac_response_keys?: ReadonlyArray<string>; passthrough_request_headers?: ReadonlyArray<string>; listing_visibility?: string; token_type?: string }>; deprecation_status?: string; description: string; external_entropy_access: boolean; local: boolean; options: Readonly<Record<string, string>> | null; plugin_version: string; running_plugin_version: string; running_sha256: string; seal_wrap: boolean; type: string; uuid: string }>>> | null>;
    };
  };
  "sys/auth/:path": {
    /** Read an auth method. */
    read: {
      input: Readonly<{ path: string }>;
      answer: Envelope<Readonly<{ accessor: string; config: Readonly<{ default_lease_ttl: number; force_no_cache: boolean; max_lease_ttl: number; allowed_response_headers?: ReadonlyArray<string>; audit_non_hmac_request_keys?: ReadonlyArray<string>; audit_non_hmac_response_keys?: ReadonlyArray<string>; passthrough_request_headers?: ReadonlyArray<string>; listing_visibility?: string; token_type?: string }>; deprecation_status?: string; description: string; external_entropy_access: boolean; local: boolean; options: Readonly<Record<string, string>> | null; plugin_version: string; running_plugin_version: string; running_sha256: string; seal_wrap: boolean; type: string; uuid: string }> | null>;
    };
    /** Enable an auth method. */
    write: {
      input: Readonly<{ path: string; type?: string; description?: string; local?: boolean; seal_wrap?: boolean; external_entropy_access?: boolean; plugin_version?: string; config?: Readonly<Record<string, unknown>>; options?: Readonly<Record<string, string>> }>;
      answer: Envelope<null> | undefined;
    };
    /** Disable an auth method, revoking its tokens. */
    delete: {
      input: Readonly<{ path: string }>;
      answer: undefined;
    };
  };
  "sys/auth/:path/tune": {
    /** Read the settings and effective lease times of a mount. */
    read: {
      input: Readonly<{ path: string }>;
      answer: Envelope<Readonly<{ default_lease_ttl: number; description: string; force_no_cache: boolean; max_lease_ttl: number; external_entropy_access?: boolean; allowed_response_headers?: ReadonlyArray<string>; audit_non_hmac_request_keys?: ReadonlyArray<string>; audit_non_hmac_response_keys?: ReadonlyArray<string>; passthrough_request_headers?: ReadonlyArray<string>; listing_visibility?: string; token_type?: string; options?: Readonly<Record<string, string>>; plugin_version?: string }> | null>;
    };
    /** Tune a mount: settings that are missing keep their values. */
    write: {
      input: Readonly<{ path: string; default_lease_ttl?: string; max_lease_ttl?: string; listing_visibility?: string; passthrough_request_headers?: ReadonlyArray<string>; allowed_response_headers?: ReadonlyArray<string>; audit_non_hmac_request_keys?: ReadonlyArray<string>; audit_non_hmac_response_keys?: ReadonlyArray<string>; token_type?: string; plugin_version?: string; description?: string; options?: Readonly<Record<string, string>> }>;
      answer: Envelope<null> | undefined;
    };
  };
  "sys/capabilities": {
    /** List the capabilities of a token on paths. */
    write: {
      input: Readonly<{ paths?: ReadonlyArray<string>; path?: ReadonlyArray<string>; token?: string }>;
      answer: Envelope<Readonly<Record<string, ReadonlyArray<string>>> | null>;
    };
  };
  "sys/capabilities-accessor": {
    /** List the capabilities of the token of an accessor on paths. */
    write: {
      input: Readonly<{ paths?: ReadonlyArray<string>; path?: ReadonlyArray<string>; accessor?: string }>;
      answer: Envelope<Readonly<Record<string, ReadonlyArray<string>>> | null>;
    };
  };
  "sys/capabilities-self": {
    /** List the capabilities of the caller's token on paths. */
    write: {
      input: Readonly<{ paths?: ReadonlyArray<string>; path?: ReadonlyArray<string> }>;
      answer: Envelope<Readonly<Record<string, ReadonlyArray<string>>> | null>;
    };
  };
  "sys/config/auditing/request-headers": {
    /** List the audited request headers. */
    read: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ headers: Readonly<Record<string, Readonly<{ hmac: boolean }>>> }> | null>;
    };
  };
  "sys/config/auditing/request-headers/:header": {
    /** Read the audit settings of a request header. */
    read: {
      input: Readonly<{ header: string }>;
      answer: Envelope<Readonly<Record<string, Readonly<{ hmac: boolean }>>> | null>;
    };
    /** Audit a request header. */
    write: {
      input: Readonly<{ header: string; hmac?: boolean }>;
      answer: Envelope<null> | undefined;
    };
    /** Stop auditing a request header. */
    delete: {
      input: Readonly<{ header: string }>;
      answer: undefined;
    };
  };
  "sys/config/cors": {
    /** Read the CORS settings: allowed origins and headers. */
    read: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ enabled: boolean; allowed_origins?: ReadonlyArray<string>; allowed_headers?: ReadonlyArray<string> }> | null>;
    };
    /** Allow pages of other origins to send requests (CORS). */
    write: {
      input: Readonly<{ allowed_origins?: ReadonlyArray<string>; allowed_headers?: ReadonlyArray<string> }>;
      answer: Envelope<null> | undefined;
    };
    /** Disable CORS. */
    delete: {
      input: Readonly<Record<never, never>>;
      answer: undefined;
    };
  };
  "sys/config/state/sanitized": {
    /** Read the configuration of the cluster, without secrets and addresses. */
    read: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ cluster_name: string; raw_storage_endpoint: boolean; storage: Readonly<{ type: string }> }> | null>;
    };
  };
  "sys/generate-root/attempt": {
    /** Read the progress of the root token generation. */
    read: {
      input: Readonly<Record<never, never>>;
      answer: Readonly<{ nonce: string; started: boolean; progress: number; required: number; complete: boolean; encoded_token: string; encoded_root_token: string; pgp_fingerprint: string; otp: string; otp_length: number }>;
    };
    /** Begin a root token generation. */
    write: {
      input: Readonly<{ otp?: string; pgp_key?: string }>;
      answer: Readonly<{ nonce: string; started: boolean; progress: number; required: number; complete: boolean; encoded_token: string; encoded_root_token: string; pgp_fingerprint: string; otp: string; otp_length: number }>;
    };
    /** Cancel the root token generation. */
    delete: {
      input: Readonly<Record<never, never>>;
      answer: undefined;
    };
  };
  "sys/generate-root/update": {
    /** Provide an unseal key share for a root token generation. */
    write: {
      input: Readonly<{ key?: string; nonce?: string }>;
      answer: Readonly<{ nonce: string; started: boolean; progress: number; required: number; complete: boolean; encoded_token: string; encoded_root_token: string; pgp_fingerprint: string; otp: string; otp_length: number }>;
    };
  };
  "sys/ha-status": {
    /** Read the processes of the cluster, of which there is one. */
    read: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ nodes: ReadonlyArray<Readonly<{ hostname: string; api_address: string; cluster_address: string; active_node: boolean; last_echo: null; version: string }>> }> | null>;
    };
  };
  "sys/health": {
    /** Read the state of the cluster and its replication mode. */
    read: {
      input: Readonly<{ activecode?: string; sealedcode?: string; uninitcode?: string; standbycode?: string; drsecondarycode?: string; performancestandbycode?: string; standbyok?: string; perfstandbyok?: string }>;
      answer: Readonly<{ initialized: boolean; sealed: boolean; standby: boolean; performance_standby: boolean; replication_performance_mode: string; replication_dr_mode: string; server_time_utc: number; version: string; cluster_name?: string; cluster_id?: string; last_wal?: number }>;
    };
  };
  "sys/host-info": {
    /** Read the version, time and uptime of the cluster. */
    read: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ cluster_name: string; timestamp: string; uptime_seconds: number; version: string }> | null>;
    };
  };
  "sys/in-flight-req": {
    /** List the requests in progress by their ids. */
    read: {
      input: Readonly<Record<never, never>>;
      answer: Readonly<Record<string, Readonly<{ start_time: string; client_remote_address: string; request_path: string; request_method: string; client_id: string }>>>;
    };
  };
  "sys/init": {
    /** Read the initialisation state of the cluster. */
    read: {
      input: Readonly<Record<never, never>>;
      answer: Readonly<{ initialized: boolean }>;
    };
    /** Initialise the cluster; its keys and root token are returned once. */
    write: {
      input: Readonly<{ secret_shares?: number; secret_threshold?: number; pgp_keys?: ReadonlyArray<string>; root_token_pgp_key?: string; stored_shares?: number; recovery_shares?: number; recovery_threshold?: number; recovery_pgp_keys?: ReadonlyArray<string> }>;
      answer: Readonly<{ keys: ReadonlyArray<string>; keys_base64: ReadonlyArray<string>; root_token: string }>;
    };
  };
  "sys/internal/counters/requests": {
    /** Always 404, as in the reference's open edition. */
    read: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<null>;
    };
  };
  "sys/internal/specs/openapi": {
    /** Describe the paths that the caller has access to, as OpenAPI. */
    read: {
      input: Readonly<{ generic_mount_paths?: boolean }>;
      answer: Readonly<Record<string, unknown>>;
    };
  };
  "sys/internal/ui/feature-flags": {
    /** List the feature flags for user interfaces. */
    read: {
      input: Readonly<Record<never, never>>;
      answer: Readonly<{ feature_flags: null }>;
    };
  };
  "sys/internal/ui/mounts": {
    /** List the mounts that the caller has access to, or without a token the public ones. */
    read: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ auth: Readonly<Record<string, Readonly<{ accessor?: string; config?: Readonly<{ default_lease_ttl: number; force_no_cache: boolean; max_lease_ttl: number; allowed_response_headers?: ReadonlyArray<string>; audit_non_hmac_request_keys?: ReadonlyArray<string>; audit_non_hmac_response_keys?: ReadonlyArray<string>; passthrough_request_headers?: ReadonlyArray<string>; listing_visibility?: string; token_type?: string }>; deprecation_status?: string; description: string; external_entropy_access?: boolean; local?: boolean; options: Readonly<Record<string, string>> | null; plugin_version?: string; running_plugin_version?: string; running_sha256?: string; seal_wrap?: boolean; type: string; uuid?: string }>>>; secret: Readonly<Record<string, Readonly<{ accessor?: string; config?: Readonly<{ default_lease_ttl: number; force_no_cache: boolean; max_lease_ttl: number; allowed_response_headers?: ReadonlyArray<string>; audit_non_hmac_request_keys?: ReadonlyArray<string>; audit_non_hmac_response_keys?: ReadonlyArray<string>; passthrough_request_headers?: ReadonlyArray<string>; listing_visibility?: string; token_type?: string }>; deprecation_status?: string; description: string; external_entropy_access?: boolean; local?: boolean; options: Readonly<Record<string, string>> | null; plugin_version?: string; running_plugin_version?: string; running_sha256?: string; seal_wrap?: boolean; type: string; uuid?: string }>>> }> | null>;
    };
  };
  "sys/internal/ui/mounts/:path": {
    /** Read the mount that serves a path, if the caller has any access to it. */
    read: {
      input: Readonly<{ path: string }>;
      answer: Envelope<Readonly<{ accessor: string; config: Readonly<{ default_lease_ttl: number; force_no_cache: boolean; max_lease_ttl: number; allowed_response_headers?: ReadonlyArray<string>; audit_non_hmac_request_keys?: ReadonlyArray<string>; audit_non_hmac_response_keys?: ReadonlyArray<string>; passthrough_request_headers?: ReadonlyArray<string>; listing_visibility?: string; token_type?: string }>; deprecation_status?: string; description: string; external_entropy_access: boolean; local: boolean; options: Readonly<Record<string, string>> | null; plugin_version: string; running_plugin_version: string; running_sha256: string; seal_wrap: boolean; type: string; uuid: string; path: string }> | null>;
    };
  };
  "sys/internal/ui/resultant-acl": {
    /** Read all policy rules that apply to the caller's token. */
    read: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ root: boolean; exact_paths?: Readonly<Record<string, Readonly<{ capabilities: ReadonlyArray<string>; min_wrapping_ttl?: number; max_wrapping_ttl?: number; allowed_parameters?: Readonly<Record<string, ReadonlyArray<unknown>>>; denied_parameters?: Readonly<Record<string, ReadonlyArray<unknown>>>; required_parameters?: ReadonlyArray<string> }>>>; glob_paths?: Readonly<Record<string, Readonly<{ capabilities: ReadonlyArray<string>; min_wrapping_ttl?: number; max_wrapping_ttl?: number; allowed_parameters?: Readonly<Record<string, ReadonlyArray<unknown>>>; denied_parameters?: Readonly<Record<string, ReadonlyArray<unknown>>>; required_parameters?: ReadonlyArray<string> }>>> }> | null>;
    };
  };
  "sys/key-status": {
    /** Read the current term of the keyring and its number of encryptions. */
    read: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ term: number; install_time: string; encryptions: number }> | null>;
    };
  };
  "sys/leader": {
    /** Read the active node of the cluster. */
    read: {
      input: Readonly<Record<never, never>>;
      answer: Readonly<{ ha_enabled: boolean; is_self: boolean; active_time: string; leader_address: string; leader_cluster_address: string; performance_standby: boolean; performance_standby_last_remote_wal: number }>;
    };
  };
  "sys/leases": {
    /** List the irrevocable leases. */
    read: {
      input: Readonly<{ type?: string; include_child_namespaces?: boolean; limit?: string }>;
      answer: Envelope<Readonly<{ lease_count: number; leases: ReadonlyArray<Readonly<{ lease_id: string; mount_id: string; error: string }>> }> | null>;
    };
  };
  "sys/leases/count": {
    /** Count the irrevocable leases. */
    read: {
      input: Readonly<{ type?: string; include_child_namespaces?: boolean }>;
      answer: Envelope<Readonly<{ lease_count: number; counts: Readonly<Record<string, number>> }> | null>;
    };
  };
  "sys/leases/lookup": {
    /** Look up a lease. */
    write: {
      input: Readonly<{ lease_id?: string }>;
      answer: Envelope<Readonly<{ id: string; issue_time: string; expire_time: string; last_renewal: string | null; renewable: boolean; ttl: number }> | null>;
    };
    /** List the leases below a path. */
    list: {
      input: Readonly<{ prefix?: string }>;
      answer: Envelope<Readonly<{ keys: ReadonlyArray<string> }> | null>;
    };
  };
  "sys/leases/lookup/:prefix": {
    /** List the leases below a path. */
    list: {
      input: Readonly<{ prefix: string }>;
      answer: Envelope<Readonly<{ keys: ReadonlyArray<string> }> | null>;
    };
  };
  "sys/leases/renew": {
    /** Renew a lease. */
    write: {
      input: Readonly<{ lease_id?: string; url_lease_id?: string; increment?: number | string }>;
      answer: Envelope<null>;
    };
  };
  "sys/leases/renew/:url_lease_id": {
    /** Renew a lease. */
    write: {
      input: Readonly<{ url_lease_id: string; lease_id?: string; increment?: number | string }>;
      answer: Envelope<null>;
    };
  };
  "sys/leases/revoke": {
    /** Revoke a lease. */
    write: {
      input: Readonly<{ lease_id?: string; url_lease_id?: string; sync?: boolean }>;
      answer: undefined;
    };
  };
  "sys/leases/revoke-force/:prefix": {
    /** Remove all leases below a path, even if their revocation fails. */
    write: {
      input: Readonly<{ prefix: string }>;
      answer: Envelope<null> | undefined;
    };
  };
  "sys/leases/revoke-prefix/:prefix": {
    /** Revoke all leases below a path. */
    write: {
      input: Readonly<{ prefix: string; sync?: boolean }>;
      answer: undefined;
    };
  };
  "sys/leases/revoke/:url_lease_id": {
    /** Revoke a lease. */
    write: {
      input: Readonly<{ url_lease_id: string; lease_id?: string; sync?: boolean }>;
      answer: undefined;
    };
  };
  "sys/leases/tidy": {
    /** Repair lease records, and revoke leases whose token no longer exists. */
    write: {
      input: Readonly<Record<never, never>>;
      answer: undefined;
    };
  };
  "sys/license/status": {
    /** Always 404, as in the reference's open edition. */
    read: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<null>;
    };
  };
  "sys/metrics": {
    /** Read the metrics of the cluster. */
    read: {
      input: Readonly<{ format?: string }>;
      answer: Readonly<{ Timestamp: string; Gauges: ReadonlyArray<Readonly<{ Name: string; Labels: Readonly<Record<string, string>>; Value: number }>>; Points: ReadonlyArray<unknown>; Counters: ReadonlyArray<Readonly<{ Name: string; Labels: Readonly<Record<string, string>>; Count: number; Sum: number; Min: number; Max: number; Mean: number; Stddev: number }>>; Samples: ReadonlyArray<Readonly<{ Name: string; Labels: Readonly<Record<string, string>>; Count: number; Sum: number; Min: number; Max: number; Mean: number; Stddev: number }>> }>;
    };
  };
  "sys/mounts": {
    /** List the secrets engines. */
    read: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<Record<string, Readonly<{ accessor: string; config: Readonly<{ default_lease_ttl: number; force_no_cache: boolean; max_lease_ttl: number; allowed_response_headers?: ReadonlyArray<string>; audit_non_hmac_request_keys?: ReadonlyArray<string>; audit_non_hmac_response_keys?: ReadonlyArray<string>; passthrough_request_headers?: ReadonlyArray<string>; listing_visibility?: string; token_type?: string }>; deprecation_status?: string; description: string; external_entropy_access: boolean; local: boolean; options: Readonly<Record<string, string>> | null; plugin_version: string; running_plugin_version: string; running_sha256: string; seal_wrap: boolean; type: string; uuid: string }>>> | null>;
    };
  };
  "sys/mounts/:path": {
    /** Read a secrets engine. */
    read: {
      input: Readonly<{ path: string }>;
      answer: Envelope<Readonly<{ accessor: string; config: Readonly<{ default_lease_ttl: number; force_no_cache: boolean; max_lease_ttl: number; allowed_response_headers?: ReadonlyArray<string>; audit_non_hmac_request_keys?: ReadonlyArray<string>; audit_non_hmac_response_keys?: ReadonlyArray<string>; passthrough_request_headers?: ReadonlyArray<string>; listing_visibility?: string; token_type?: string }>; deprecation_status?: string; description: string; external_entropy_access: boolean; local: boolean; options: Readonly<Record<string, string>> | null; plugin_version: string; running_plugin_version: string; running_sha256: string; seal_wrap: boolean; type: string; uuid: string }> | null>;
    };
    /** Enable a secrets engine. */
    write: {
      input: Readonly<{ path: string; type?: string; description?: string; local?: boolean; seal_wrap?: boolean; external_entropy_access?: boolean; plugin_version?: string; config?: Readonly<Record<string, unknown>>; options?: Readonly<Record<string, string>> }>;
      answer: Envelope<null> | undefined;
    };
    /** Disable a secrets engine, revoking its leases. */
    delete: {
      input: Readonly<{ path: string }>;
      answer: undefined;
    };
  };
  "sys/mounts/:path/tune": {
    /** Read the settings and effective lease times of a mount. */
    read: {
      input: Readonly<{ path: string }>;
      answer: Envelope<Readonly<{ default_lease_ttl: number; description: string; force_no_cache: boolean; max_lease_ttl: number; external_entropy_access?: boolean; allowed_response_headers?: ReadonlyArray<string>; audit_non_hmac_request_keys?: ReadonlyArray<string>; audit_non_hmac_response_keys?: ReadonlyArray<string>; passthrough_request_headers?: ReadonlyArray<string>; listing_visibility?: string; token_type?: string; options?: Readonly<Record<string, string>>; plugin_version?: string }> | null>;
    };
    /** Tune a mount: settings that are missing keep their values. */
    write: {
      input: Readonly<{ path: string; default_lease_ttl?: string; max_lease_ttl?: string; listing_visibility?: string; passthrough_request_headers?: ReadonlyArray<string>; allowed_response_headers?: ReadonlyArray<string>; audit_non_hmac_request_keys?: ReadonlyArray<string>; audit_non_hmac_response_keys?: ReadonlyArray<string>; token_type?: string; plugin_version?: string; description?: string; options?: Readonly<Record<string, string>> }>;
      answer: Envelope<null> | undefined;
    };
  };
  "sys/namespaces": {
    /** List the direct children of this namespace. */
    list: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ keys: ReadonlyArray<string>; key_info: Readonly<Record<string, Readonly<{ id: string; path: string; custom_metadata: Readonly<Record<string, string>> }>>> }> | null>;
    };
  };
  "sys/namespaces/:path": {
    /** Read a namespace. */
    read: {
      input: Readonly<{ path: string }>;
      answer: Envelope<Readonly<{ id: string; path: string; custom_metadata: Readonly<Record<string, string>> }> | null>;
    };
    /** Create a namespace, or replace its metadata. */
    write: {
      input: Readonly<{ path: string; custom_metadata?: Readonly<Record<string, unknown>> }>;
      answer: Envelope<Readonly<{ id: string; path: string; custom_metadata: Readonly<Record<string, string>> }> | null>;
    };
    /** Change some metadata of a namespace. */
    patch: {
      input: Readonly<{ path: string; custom_metadata?: Readonly<Record<string, unknown>> }>;
      answer: Envelope<Readonly<{ id: string; path: string; custom_metadata: Readonly<Record<string, string>> }> | null>;
    };
    /** Delete a namespace with its contents, revoking its tokens and leases. */
    delete: {
      input: Readonly<{ path: string }>;
      answer: undefined;
    };
  };
  "sys/plugins/catalog": {
    /** List all plugins. */
    read: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ auth: ReadonlyArray<string>; database: ReadonlyArray<string>; secret: ReadonlyArray<string>; detailed: ReadonlyArray<Readonly<{ builtin: boolean; deprecation_status: string; name: string; type: "auth" | "database" | "secret"; version: string }>> }> | null>;
    };
  };
  "sys/plugins/catalog/:type": {
    /** List the plugins of a type. */
    list: {
      input: Readonly<{ type: string }>;
      answer: Envelope<Readonly<{ keys: ReadonlyArray<string> }> | null>;
    };
  };
  "sys/plugins/catalog/:type/:name": {
    /** Read a plugin. */
    read: {
      input: Readonly<{ type: string; name: string }>;
      answer: Envelope<Readonly<{ args: null; builtin: boolean; command: string; deprecation_status: string; name: string; sha256: string; version: string }> | null>;
    };
    /** Register a plugin: always refused, because all plugins are built in. */
    write: {
      input: Readonly<{ type: string; name: string }> & Readonly<Record<string, unknown>>;
      answer: Envelope<null> | undefined;
    };
  };
  "sys/plugins/reload/backend": {
    /** Close and open mounts again, selected by plugin or by path. */
    write: {
      input: Readonly<{ plugin?: string; mounts?: ReadonlyArray<string>; scope?: string }>;
      answer: Envelope<Readonly<{ reload_id: string }> | null>;
    };
  };
  "sys/policies/acl": {
    /** List the policies. */
    list: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ keys: ReadonlyArray<string> }> | null>;
    };
  };
  "sys/policies/acl/:name": {
    /** Read a policy. */
    read: {
      input: Readonly<{ name: string }>;
      answer: Envelope<Readonly<{ name: string; policy: string }> | null>;
    };
    /** Write a policy. */
    write: {
      input: Readonly<{ name: string; policy?: string }>;
      answer: Envelope<null> | undefined;
    };
    /** Delete a policy. */
    delete: {
      input: Readonly<{ name: string }>;
      answer: undefined;
    };
  };
  "sys/policies/password": {
    /** List the password policies. */
    list: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ keys: ReadonlyArray<string> }> | null>;
    };
  };
  "sys/policies/password/:name": {
    /** Read a password policy. */
    read: {
      input: Readonly<{ name: string }>;
      answer: Envelope<Readonly<{ policy: string }> | null>;
    };
    /** Write a password policy in HCL or JSON. */
    write: {
      input: Readonly<{ name: string; policy?: string }>;
      answer: Envelope<null> | undefined;
    };
    /** Delete a password policy. */
    delete: {
      input: Readonly<{ name: string }>;
      answer: undefined;
    };
  };
  "sys/policies/password/:name/generate": {
    /** Generate a password under a password policy. */
    read: {
      input: Readonly<{ name: string }>;
      answer: Envelope<Readonly<{ password: string }> | null>;
    };
  };
  "sys/policy": {
    /** List the policies. */
    read: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ keys: ReadonlyArray<string>; policies: ReadonlyArray<string> }> | null>;
    };
    /** List the policies. */
    list: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ keys: ReadonlyArray<string>; policies: ReadonlyArray<string> }> | null>;
    };
  };
  "sys/policy/:name": {
    /** Read a policy. */
    read: {
      input: Readonly<{ name: string }>;
      answer: Envelope<Readonly<{ name: string; rules: string }> | null>;
    };
    /** Write a policy, by the deprecated path. */
    write: {
      input: Readonly<{ name: string; policy?: string; rules?: string }>;
      answer: Envelope<null> | undefined;
    };
    /** Delete a policy. */
    delete: {
      input: Readonly<{ name: string }>;
      answer: undefined;
    };
  };
  "sys/quotas/config": {
    /** Read the settings of all quotas. */
    read: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ enable_rate_limit_audit_logging: boolean; enable_rate_limit_response_headers: boolean; rate_limit_exempt_paths: ReadonlyArray<string> }> | null>;
    };
    /** Change the settings of all quotas. */
    write: {
      input: Readonly<{ rate_limit_exempt_paths?: ReadonlyArray<string>; enable_rate_limit_audit_logging?: boolean; enable_rate_limit_response_headers?: boolean }>;
      answer: Envelope<null> | undefined;
    };
  };
  "sys/quotas/lease-count": {
    /** List the lease-count quotas. */
    list: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ keys: ReadonlyArray<string> }> | null>;
    };
  };
  "sys/quotas/lease-count/:name": {
    /** Read a lease-count quota. */
    read: {
      input: Readonly<{ name: string }>;
      answer: Envelope<Readonly<{ name: string; path: string; role: string; type: "lease-count"; counter: number; max_leases: number }> | null>;
    };
    /** Limit the number of leases. */
    write: {
      input: Readonly<{ name: string; path?: string; role?: string; max_leases?: number }>;
      answer: Envelope<null> | undefined;
    };
    /** Delete a lease-count quota. */
    delete: {
      input: Readonly<{ name: string }>;
      answer: undefined;
    };
  };
  "sys/quotas/rate-limit": {
    /** List the rate-limit quotas. */
    list: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ keys: ReadonlyArray<string> }> | null>;
    };
  };
  "sys/quotas/rate-limit/:name": {
    /** Read a rate-limit quota. */
    read: {
      input: Readonly<{ name: string }>;
      answer: Envelope<Readonly<{ name: string; path: string; role: string; type: "rate-limit"; rate: number; interval: number; block_interval: number }> | null>;
    };
    /** Limit the rate of requests. */
    write: {
      input: Readonly<{ name: string; path?: string; role?: string; rate?: number; interval?: number | string; block_interval?: number | string }>;
      answer: Envelope<null> | undefined;
    };
    /** Delete a rate-limit quota. */
    delete: {
      input: Readonly<{ name: string }>;
      answer: undefined;
    };
  };
  "sys/rekey/backup": {
    /** Read the backup of the unseal keys, which never exists. */
    read: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<null>;
    };
    /** Delete the backup of the unseal keys, which never exists. */
    delete: {
      input: Readonly<Record<never, never>>;
      answer: undefined;
    };
  };
  "sys/rekey/init": {
    /** Read the progress of the rekey. */
    read: {
      input: Readonly<Record<never, never>>;
      answer: Readonly<{ nonce: string; started: boolean; t: number; n: number; progress: number; required: number; pgp_fingerprints: null; backup: boolean; verification_required: boolean; verification_nonce?: string }>;
    };
    /** Begin a rekey: replace the unseal key. */
    write: {
      input: Readonly<{ secret_shares?: number; secret_threshold?: number; stored_shares?: number; pgp_keys?: ReadonlyArray<string>; backup?: boolean; require_verification?: boolean }>;
      answer: Readonly<{ nonce: string; started: boolean; t: number; n: number; progress: number; required: number; pgp_fingerprints: null; backup: boolean; verification_required: boolean; verification_nonce?: string }>;
    };
    /** Cancel the rekey. */
    delete: {
      input: Readonly<Record<never, never>>;
      answer: undefined;
    };
  };
  "sys/rekey/update": {
    /** Provide an old unseal key share; the last one required returns the new key shares, once. */
    write: {
      input: Readonly<{ key?: string; nonce?: string }>;
      answer: Readonly<{ nonce: string; started: boolean; t: number; n: number; progress: number; required: number; pgp_fingerprints: null; backup: boolean; verification_required: boolean; verification_nonce?: string }> | Readonly<{ nonce: string; complete: true; keys: ReadonlyArray<string>; keys_base64: ReadonlyArray<string>; pgp_fingerprints: null; backup: boolean; verification_required: boolean; verification_nonce?: string }>;
    };
  };
  "sys/rekey/verify": {
    /** Read the progress of the verification of new key shares. */
    read: {
      input: Readonly<Record<never, never>>;
      answer: Readonly<{ nonce: string; started: boolean; t: number; n: number; progress: number }>;
    };
    /** Provide a new key share; the last one required puts the new key into effect. */
    write: {
      input: Readonly<{ key?: string; nonce?: string }>;
      answer: Readonly<{ nonce: string; started: boolean; t: number; n: number; progress: number }> | Readonly<{ nonce: string; complete: true }>;
    };
    /** Restart the verification. */
    delete: {
      input: Readonly<Record<never, never>>;
      answer: Readonly<{ nonce: string; started: boolean; t: number; n: number; progress: number }>;
    };
  };
  "sys/remount": {
    /** Move a mount to another path, revoking its leases. */
    write: {
      input: Readonly<{ from?: string; to?: string }>;
      answer: Envelope<Readonly<{ migration_id: string }> | null>;
    };
  };
  "sys/remount/status/:id": {
    /** Read the status of a move. */
    read: {
      input: Readonly<{ id: string }>;
      answer: Envelope<Readonly<{ migration_id: string; migration_info: Readonly<{ source_mount: string; target_mount: string; status: "in-progress" | "success" | "failure" }> }> | null>;
    };
  };
  "sys/renew": {
    /** Renew a lease. */
    write: {
      input: Readonly<{ lease_id?: string; url_lease_id?: string; increment?: number | string }>;
      answer: Envelope<null>;
    };
  };
  "sys/renew/:url_lease_id": {
    /** Renew a lease. */
    write: {
      input: Readonly<{ url_lease_id: string; lease_id?: string; increment?: number | string }>;
      answer: Envelope<null>;
    };
  };
  "sys/replication/merkle-check": {
    /** Compare the Merkle tree with what is stored. */
    write: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ merkle_corruption_report: Readonly<{ corrupted_root: boolean; corrupted_tree_map: Readonly<Record<string, Readonly<{ tree_type: string; root_hash: string; corrupted_subtree_root: boolean; corrupted_index_tuples_map: Readonly<Record<string, Readonly<{ corrupted: boolean; subpages: ReadonlyArray<string> }>>> | null }>>>; last_corruption_check_epoch: string }> }> | null>;
    };
  };
  "sys/replication/performance/primary/demote": {
    /** Make the primary a secondary that has no primary yet. */
    write: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<null> | undefined;
    };
  };
  "sys/replication/performance/primary/disable": {
    /** Turn replication off on a primary. */
    write: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<null> | undefined;
    };
  };
  "sys/replication/performance/primary/dynamic-filter/:id": {
    /** Read the paths that are filtered from a secondary. */
    read: {
      input: Readonly<{ id: string }>;
      answer: Envelope<Readonly<{ dynamic_filtered_mounts: ReadonlyArray<string>; dynamic_filtered_namespaces: ReadonlyArray<string> }> | null>;
    };
  };
  "sys/replication/performance/primary/enable": {
    /** Begin a replication set with this cluster as its primary. */
    write: {
      input: Readonly<{ primary_cluster_addr?: string }>;
      answer: Envelope<null> | undefined;
    };
  };
  "sys/replication/performance/primary/paths-filter/:id": {
    /** Read the paths filter of a secondary. */
    read: {
      input: Readonly<{ id: string }>;
      answer: Envelope<Readonly<{ mode: "allow" | "deny"; paths: ReadonlyArray<string> }> | null>;
    };
    /** Write the paths filter of a secondary. */
    write: {
      input: Readonly<{ id: string; mode?: string; paths?: ReadonlyArray<string> }>;
      answer: Envelope<null> | undefined;
    };
    /** Delete the paths filter of a secondary. */
    delete: {
      input: Readonly<{ id: string }>;
      answer: undefined;
    };
  };
  "sys/replication/performance/primary/revoke-secondary": {
    /** Revoke a secondary. */
    write: {
      input: Readonly<{ id: string }>;
      answer: Envelope<null> | undefined;
    };
  };
  "sys/replication/performance/primary/secondary-token": {
    /** Issue an activation token for a new secondary. */
    write: {
      input: Readonly<{ id: string; ttl?: number | string; secondary_public_key?: string }>;
      answer: Envelope<Readonly<{ token: string }> | null>;
    };
  };
  "sys/replication/performance/secondary/disable": {
    /** Turn replication off on a secondary. */
    write: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<null> | undefined;
    };
  };
  "sys/replication/performance/secondary/dynamic-filter/:id": {
    /** Read the paths that are filtered from this secondary. */
    read: {
      input: Readonly<{ id: string }>;
      answer: Envelope<Readonly<{ dynamic_filtered_mounts: ReadonlyArray<string>; dynamic_filtered_namespaces: ReadonlyArray<string> }> | null>;
    };
  };
  "sys/replication/performance/secondary/enable": {
    /** Wipe this cluster and make it a secondary of a primary. */
    write: {
      input: Readonly<{ token: string; primary_api_addr?: string; ca_file?: string; ca_path?: string }>;
      answer: Envelope<null> | undefined;
    };
  };
  "sys/replication/performance/secondary/generate-public-key": {
    /** Create a public key to which a primary can encrypt an activation token for this cluster. */
    write: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ secondary_public_key: string }> | null>;
    };
  };
  "sys/replication/performance/secondary/promote": {
    /** Make a secondary the primary. */
    write: {
      input: Readonly<{ primary_cluster_addr?: string; force?: boolean }>;
      answer: Envelope<null> | undefined;
    };
  };
  "sys/replication/performance/secondary/update-primary": {
    /** Give a secondary another primary, or none. */
    write: {
      input: Readonly<{ token?: string; update_primary_addrs?: ReadonlyArray<string>; primary_api_addr?: string; ca_file?: string; ca_path?: string }>;
      answer: Envelope<null> | undefined;
    };
  };
  "sys/replication/performance/status": {
    /** Read the status of performance replication. */
    read: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<Record<string, unknown>> | null>;
    };
  };
  "sys/replication/primary/demote": {
    /** Make the primary a secondary that has no primary yet. */
    write: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<null> | undefined;
    };
  };
  "sys/replication/primary/disable": {
    /** Turn replication off on a primary. */
    write: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<null> | undefined;
    };
  };
  "sys/replication/primary/dynamic-filter/:id": {
    /** Read the paths that are filtered from a secondary. */
    read: {
      input: Readonly<{ id: string }>;
      answer: Envelope<Readonly<{ dynamic_filtered_mounts: ReadonlyArray<string>; dynamic_filtered_namespaces: ReadonlyArray<string> }> | null>;
    };
  };
  "sys/replication/primary/enable": {
    /** Begin a replication set with this cluster as its primary. */
    write: {
      input: Readonly<{ primary_cluster_addr?: string }>;
      answer: Envelope<null> | undefined;
    };
  };
  "sys/replication/primary/paths-filter/:id": {
    /** Read the paths filter of a secondary. */
    read: {
      input: Readonly<{ id: string }>;
      answer: Envelope<Readonly<{ mode: "allow" | "deny"; paths: ReadonlyArray<string> }> | null>;
    };
    /** Write the paths filter of a secondary. */
    write: {
      input: Readonly<{ id: string; mode?: string; paths?: ReadonlyArray<string> }>;
      answer: Envelope<null> | undefined;
    };
    /** Delete the paths filter of a secondary. */
    delete: {
      input: Readonly<{ id: string }>;
      answer: undefined;
    };
  };
  "sys/replication/primary/revoke-secondary": {
    /** Revoke a secondary. */
    write: {
      input: Readonly<{ id: string }>;
      answer: Envelope<null> | undefined;
    };
  };
  "sys/replication/primary/secondary-token": {
    /** Issue an activation token for a new secondary. */
    write: {
      input: Readonly<{ id: string; ttl?: number | string; secondary_public_key?: string }>;
      answer: Envelope<Readonly<{ token: string }> | null>;
    };
  };
  "sys/replication/recover": {
    /** Check the Merkle tree, rebuild it where it is wrong, and compare a secondary with its primary. */
    write: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<null> | undefined;
    };
  };
  "sys/replication/reindex": {
    /** Rebuild the Merkle tree from what is stored. */
    write: {
      input: Readonly<{ diff?: boolean; force?: boolean; skip_flush?: boolean }>;
      answer: Envelope<null> | undefined;
    };
  };
  "sys/replication/secondary/disable": {
    /** Turn replication off on a secondary. */
    write: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<null> | undefined;
    };
  };
  "sys/replication/secondary/dynamic-filter/:id": {
    /** Read the paths that are filtered from this secondary. */
    read: {
      input: Readonly<{ id: string }>;
      answer: Envelope<Readonly<{ dynamic_filtered_mounts: ReadonlyArray<string>; dynamic_filtered_namespaces: ReadonlyArray<string> }> | null>;
    };
  };
  "sys/replication/secondary/enable": {
    /** Wipe this cluster and make it a secondary of a primary. */
    write: {
      input: Readonly<{ token: string; primary_api_addr?: string; ca_file?: string; ca_path?: string }>;
      answer: Envelope<null> | undefined;
    };
  };
  "sys/replication/secondary/generate-public-key": {
    /** Create a public key to which a primary can encrypt an activation token for this cluster. */
    write: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ secondary_public_key: string }> | null>;
    };
  };
  "sys/replication/secondary/promote": {
    /** Make a secondary the primary. */
    write: {
      input: Readonly<{ primary_cluster_addr?: string; force?: boolean }>;
      answer: Envelope<null> | undefined;
    };
  };
  "sys/replication/secondary/update-primary": {
    /** Give a secondary another primary, or none. */
    write: {
      input: Readonly<{ token?: string; update_primary_addrs?: ReadonlyArray<string>; primary_api_addr?: string; ca_file?: string; ca_path?: string }>;
      answer: Envelope<null> | undefined;
    };
  };
  "sys/replication/status": {
    /** Read the status of all kinds of replication. */
    read: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<Record<string, unknown>> | null>;
    };
  };
  "sys/revoke": {
    /** Revoke a lease. */
    write: {
      input: Readonly<{ lease_id?: string; url_lease_id?: string; sync?: boolean }>;
      answer: undefined;
    };
  };
  "sys/revoke-force/:prefix": {
    /** Remove all leases below a path, even if their revocation fails. */
    write: {
      input: Readonly<{ prefix: string }>;
      answer: Envelope<null> | undefined;
    };
  };
  "sys/revoke-prefix/:prefix": {
    /** Revoke all leases below a path. */
    write: {
      input: Readonly<{ prefix: string; sync?: boolean }>;
      answer: undefined;
    };
  };
  "sys/revoke/:url_lease_id": {
    /** Revoke a lease. */
    write: {
      input: Readonly<{ url_lease_id: string; lease_id?: string; sync?: boolean }>;
      answer: undefined;
    };
  };
  "sys/rotate": {
    /** Start a new term of the keyring; earlier data stay readable. */
    write: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<null> | undefined;
    };
  };
  "sys/rotate/config": {
    /** Read the rule for automatic rotation. */
    read: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ enabled: boolean; interval: number; max_operations: number }> | null>;
    };
    /** Change the rule for automatic rotation. */
    write: {
      input: Readonly<{ enabled?: boolean; interval?: number | string; max_operations?: number }>;
      answer: Envelope<null> | undefined;
    };
  };
  "sys/seal": {
    /** Seal the cluster: it discards its keys and refuses requests until it is unsealed. */
    write: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<null> | undefined;
    };
  };
  "sys/seal-status": {
    /** Read the seal state of the cluster and the progress of unsealing. */
    read: {
      input: Readonly<Record<never, never>>;
      answer: Readonly<{ type: string; initialized: boolean; sealed: boolean; t: number; n: number; progress: number; nonce: string; version: string; build_date: string; migration: boolean; cluster_name?: string; cluster_id?: string; recovery_seal: boolean; storage_type: string }>;
    };
  };
  "sys/step-down": {
    /** Step down as the active node; has no effect, because there is no other node. */
    write: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<null> | undefined;
    };
  };
  "sys/tools/hash": {
    /** Compute the digest of base64-encoded bytes. */
    write: {
      input: Readonly<{ format?: string; input?: string; algorithm?: string; urlalgorithm?: string }>;
      answer: Envelope<Readonly<{ sum: string }> | null>;
    };
  };
  "sys/tools/hash/:urlalgorithm": {
    /** Compute the digest of base64-encoded bytes. */
    write: {
      input: Readonly<{ urlalgorithm: string; format?: string; input?: string; algorithm?: string }>;
      answer: Envelope<Readonly<{ sum: string }> | null>;
    };
  };
  "sys/tools/random": {
    /** Generate random bytes. */
    write: {
      input: Readonly<{ format?: string; bytes?: number; urlbytes?: number }>;
      answer: Envelope<Readonly<{ random_bytes: string }> | null>;
    };
  };
  "sys/tools/random/:urlbytes": {
    /** Generate random bytes. */
    write: {
      input: Readonly<{ urlbytes: string; format?: string; bytes?: number }>;
      answer: Envelope<Readonly<{ random_bytes: string }> | null>;
    };
  };
  "sys/unseal": {
    /** Provide an unseal key share. */
    write: {
      input: Readonly<{ key?: string; reset?: boolean; migrate?: boolean }>;
      answer: Readonly<{ type: string; initialized: boolean; sealed: boolean; t: number; n: number; progress: number; nonce: string; version: string; build_date: string; migration: boolean; cluster_name?: string; cluster_id?: string; recovery_seal: boolean; storage_type: string }>;
    };
  };
  "sys/version-history": {
    /** List the versions that used this store. */
    list: {
      input: Readonly<Record<never, never>>;
      answer: Envelope<Readonly<{ keys: ReadonlyArray<string>; key_info: Readonly<Record<string, Readonly<{ build_date: string; previous_version: null; timestamp_installed: string }>>> }> | null>;
    };
  };
  "sys/wrapping/lookup": {
    /** Read when and by which request a wrapping token was created. */
    read: {
      input: Readonly<{ token?: string }>;
      answer: Envelope<Readonly<{ creation_path: string; creation_time: string; creation_ttl: number }> | null>;
    };
    /** Read when and by which request a wrapping token was created. */
    write: {
      input: Readonly<{ token?: string }>;
      answer: Envelope<Readonly<{ creation_path: string; creation_time: string; creation_ttl: number }> | null>;
    };
  };
  "sys/wrapping/rewrap": {
    /** Replace a wrapping token by a new one with the same TTL. */
    write: {
      input: Readonly<{ token?: unknown }>;
      answer: Envelope<null>;
    };
  };
  "sys/wrapping/unwrap": {
    /** Unwrap a response; the wrapping token can be used once. */
    write: {
      input: Readonly<{ token?: unknown }>;
      answer: Envelope<Readonly<Record<string, unknown>> | null>;
    };
  };
  "sys/wrapping/wrap": {
    /** Wrap the request data in a wrapping token. */
    write: {
      input: Readonly<Record<never, never>> & Readonly<Record<string, unknown>>;
      answer: Envelope<null>;
    };
  };
}
