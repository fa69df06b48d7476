import { fixtureObjects } from "../fuzz/bootstrap.ts";
import type { Target } from "./target.ts";

/**
 * The sender of a request: "anonymous" has no token, "low-privileged" has a token without the capability `sudo`,
 * "operator" has the root token.
 */
export type Client = "anonymous" | "low-privileged" | "operator";

export type Fixture = Readonly<{
  headersOf(client: Client): Readonly<Record<string, string>>;
  /** Returns the fields with which the object at a path is created, or undefined if there is no such object. */
  objectAt(path: string): object | undefined;
  /** Fields of a login that contain a signed request; without the role. */
  signed: Readonly<Record<string, string>>;
  /**
   * Requests with which an operator restores the cluster after a disruptive operation, including its replication role.
   */
  restoring: readonly (readonly [path: string, fields: object])[];
  token: string;
  accessor: string;
  auditFile: string;
}>;

const policy = 'path "*" { capabilities = ["create", "read", "update", "delete", "list", "patch"] }';

/** Creates the objects that requests need, including an audit device. Rejects if a request fails. */
export async function prepareFixture(target: Target, { database }: Readonly<{ database: boolean }>): Promise<Fixture> {
  const { served } = target;
  const { cloud } = served;
  const root = { "x-vault-token": "root" };
  const post = async (path: string, fields: object) => {
    const reply = await target.send({
      method: "POST",
      path: `/v1/${path}`,
      headers: root,
      body: JSON.stringify(fields),
    });
    if (reply.status === 0 || reply.status >= 300)
      throw new Error(`${path} could not be created: ${reply.status} ${reply.text}`);
    return reply.text === "" ? {} : JSON.parse(reply.text);
  };
  const { url, region, accessKeyId, secretAccessKey } = cloud;
  const client = {
    ...{ endpoint: url, iam_endpoint: url, sts_endpoint: url, sts_region: region },
    ...{ access_key: accessKeyId, secret_key: secretAccessKey },
  };
  const all: readonly (readonly [string, object])[] = [
    ...fixtureObjects(served.database).filter(([path]) => database || !/^database\/(config|roles)\//.test(path)),
    ...["aws", "cloud"].map((type) => [`auth/${type}/config/client`, client] as const),
    [
      `auth/cloud/role/signer`,
      { auth_type: "iam", bound_iam_principal_arn: [cloud.user], resolve_cloud_unique_ids: false },
    ],
    ["auth/approle/role/a/role-id", { role_id: "a" }],
    ["auth/approle/role/a/custom-secret-id", { secret_id: "a" }],
    ["sys/policies/acl/low", { policy }],
    ["sys/replication/performance/primary/enable", {}],
    ["sys/audit/file", { type: "file", options: { file_path: served.auditFile } }],
  ];
  for (const [path, fields] of all) await post(path, fields);
  const { auth } = await post("auth/token/create", { policies: ["low"], no_default_policy: true, ttl: "24h" });
  const { data } = JSON.parse((await target.send({ method: "GET", path: "/v1/sys/auth", headers: root })).text);
  const headers = {
    anonymous: {},
    "low-privileged": { "x-vault-token": String(auth.client_token) },
    operator: root,
  };
  const objects = new Map(all);
  return {
    headersOf: (one) => headers[one],
    objectAt: (path) => objects.get(path),
    signed: await target.signed(),
    accessor: data["userpass/"].accessor,
    restoring: [
      ["sys/unseal", { key: served.unsealKey }],
      ["sys/replication/performance/secondary/promote", { force: true }],
      ["sys/replication/performance/primary/enable", {}],
      ["sys/remount", { from: "moved", to: "moving" }],
    ],
    token: headers["low-privileged"]["x-vault-token"],
    auditFile: `${served.auditFile}-hostile`,
  };
}
