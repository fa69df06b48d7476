import nodeVault from "node-vault";
import type { ServerForFlows } from "../servers.ts";

/**
 * Output of `understudy up --json` for the clusters of this run. `UNDERSTUDY_SEALED` has the same for clusters that are
 * not initialised.
 */
export type Raised = Readonly<{
  clusters: readonly Readonly<{ name: string; api: string; link: string; token: string }>[];
  databases: readonly Readonly<{ kind: string; url: string }>[];
  cloud: Readonly<{ url: string; region: string; account: string; access_key_id: string; secret_access_key: string }>;
}>;

export const raised: Raised = JSON.parse(process.env.UNDERSTUDY_RAISED ?? "null");

/** Database servers. On each, `root` can create users, and no role manages `app`. */
export const servers: readonly ServerForFlows[] = JSON.parse(process.env.UNDERSTUDY_SERVERS ?? "[]");

export type Vault = nodeVault.client;

export function vault({
  token,
  cluster = "Oslo",
  ...options
}: {
  token?: string;
  cluster?: string;
} & nodeVault.VaultOptions = {}): Vault {
  const found = clusterOf(raised, cluster);
  return nodeVault({ endpoint: found.api, token: token ?? found.token, ...options });
}

export function clusterOf({ clusters }: Raised, name: string): Raised["clusters"][number] {
  const found = clusters.find((cluster) => cluster.name === name);
  if (!found) throw new Error(`there is no cluster ${name}`);
  return found;
}

/**
 * Returns the message, status and body of a refused call as the library reports them. Rejects if the call succeeds or
 * gets no response.
 */
export async function refusal(call: Promise<unknown>): Promise<{ message: string; status: number; body: unknown }> {
  try {
    await call;
  } catch (error) {
    const { message, response } = error as nodeVault.ApiResponseError;
    if (response === undefined) throw error;
    return { message, status: response.statusCode, body: response.body };
  }
  throw new Error("the call was not refused");
}

export async function tokenWith(policy: string, rules: string): Promise<string> {
  await vault().addPolicy({ name: policy, policy: rules });
  return (await vault().tokenCreate({ policies: [policy] })).auth.client_token;
}
