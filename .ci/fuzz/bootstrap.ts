import { post } from "./post.ts";
import type { Raised } from "./raised.ts";

/** Name of most objects that are created. `hooks.py` inserts it into requests. */
const name = "a";

export async function bootstrap(raised: Raised): Promise<void> {
  for (const [path, fields] of fixtureObjects(raised.database)) {
    const { status, text } = await post(raised, path, fields);
    if (status >= 300) throw new Error(`${path} could not be created: ${status} ${text}`);
  }
}

/** Returns the paths and fields of the objects in the order of their creation. */
export function fixtureObjects(database: string): readonly (readonly [path: string, fields: object])[] {
  const user = { password: "correct horse", token_policies: [name] };
  const statements = [`CREATE ROLE "{{name}}" LOGIN PASSWORD '{{password}}' VALID UNTIL '{{expiration}}'`];
  const address = new URL(database);
  const { username, password } = address;
  address.username = "{{username}}";
  address.password = "{{password}}";
  const connection_url = decodeURIComponent(address.href);
  const connection = {
    plugin_name: "postgresql-database-plugin",
    connection_url,
    username,
    password,
    allowed_roles: "*",
  };
  return [
    ["sys/mounts/kv", { type: "kv", options: { version: "1" } }],
    ["sys/mounts/database", { type: "database" }],
    ...["approle", "aws", "cloud", "userpass"].map((type) => [`sys/auth/${type}`, { type }] as const),
    [`kv/${name}`, { value: 1 }],
    [`secret/data/${name}`, { data: { value: 1 } }],
    [`cubbyhole/${name}`, { value: 1 }],
    [`sys/mounts/${name}`, { type: "kv" }],
    ["sys/mounts/moving", { type: "kv" }],
    [`sys/auth/${name}`, { type: "userpass" }],
    [`sys/policies/acl/${name}`, { policy: 'path "secret/*" { capabilities = ["read"] }' }],
    [`sys/policies/password/${name}`, { policy: 'length = 20 rule "charset" { charset = "abcde" }' }],
    ["sys/namespaces/n", {}],
    [`sys/quotas/rate-limit/${name}`, { rate: 1000, path: "kv/" }],
    ["auth/token/roles/a", { allowed_policies: [name] }],
    ["auth/token/create", { policies: [name] }],
    [`auth/userpass/users/${name}`, user],
    [`auth/userpass/login/${name}`, { password: user.password }],
    [`auth/approle/role/${name}`, { token_policies: [name] }],
    [`auth/approle/role/${name}/secret-id`, {}],
    [`auth/aws/role/${name}`, principalRole],
    [`auth/cloud/role/${name}`, instanceRole],
    [`auth/cloud/role/${name}/tag`, {}],
    [`identity/entity/name/${name}`, {}],
    [`identity/group/name/${name}`, {}],
    [`database/config/${name}`, connection],
    [`database/roles/${name}`, { db_name: name, creation_statements: statements }],
  ];
}

const principalRole = {
  auth_type: "iam",
  bound_iam_principal_arn: ["arn:aws:iam::123456789012:role/a"],
  resolve_aws_unique_ids: false,
};

const instanceRole = { auth_type: "ec2", bound_ami_id: ["ami-1"], role_tag: name, token_policies: [name] };
