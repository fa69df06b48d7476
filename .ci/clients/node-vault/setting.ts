import nodeVault from "node-vault";
import type { ServerForFlows } from "../servers.ts";

/** The clients' clusters, as `understudy up --json` told of them; `UNDERSTUDY_SEALED` are others that are not initialised. */
export type Raised = Readonly<{
  clusters: readonly Readonly<{ name: string; api: string; link: string; token: string }>[];
  databases: readonly Readonly<{ kind: string; url: string }>[];
  cloud: Readonly<{ url: string; region: string; account: string; access_key_id: string; secret_access_key: string }>;
}>;

/** What was raised for us. */
export const raised: Raised = JSON.parse(process.env.UNDERSTUDY_RAISED ?? "null");

/** Real database servers, each with a user who may make others, `root`, and one that no role manages, `app`, of our own. */
export const servers: readonly ServerForFlows[] = JSON.parse(process.env.UNDERSTUDY_SERVERS ?? "[]");

/** A client of the library, unchanged. */
export type Vault = nodeVault.client;

/** The library's client: at the first cluster with the root token, unless told otherwise. */
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

/** The cluster of this name. */
export function clusterOf({ clusters }: Raised, name: string): Raised["clusters"][number] {
  const found = clusters.find((cluster) => cluster.name === name);
  if (!found) throw new Error(`there is no cluster ${name}`);
  return found;
}

/** How the library tells a user of a refusal: the first error's text, the status and the body. Throws when nothing was refused. */
export async function refusal(call: Promise<unknown>): Promise<{ message: string; status: number; body: unknown }> {
  try {
    await call;
  } catch (error) {
    const { message, response } = error as nodeVault.ApiResponseError;
    if (response === undefined) throw error;
    return { message, status: response.statusCode, body: response.body };
  }
  throw new Error("that was not refused");
}

/** A token of these policies, with all else that the library can ask for. */
export async function tokenWith(policy: string, rules: string): Promise<string> {
  await vault().addPolicy({ name: policy, policy: rules });
  return (await vault().tokenCreate({ policies: [policy] })).auth.client_token;
}
