import { raise as raiseClusters } from "../clients/raised.ts";

/** A cluster that `understudy up` raised: where its API is (with `/v1`), its root token, its unseal key, and a database it can reach. */
export type Raised = Readonly<{ api: string; token: string; unsealKey: string; database: string }> & AsyncDisposable;

/** What `up --json` tells. */
type State = Readonly<{
  clusters: readonly [{ api: string; token: string }];
  unseal_key: string;
  databases: readonly [{ url: string }];
}>;

/** Raises one cluster by the project's own command, on any free port. */
export async function raise(): Promise<Raised> {
  const raised = await raiseClusters(["--topology", "one"]);
  const { clusters, databases, unseal_key: unsealKey } = JSON.parse(raised.said) as State;
  const [{ api, token }] = clusters;
  return {
    api: `${api}/v1`,
    token,
    unsealKey,
    database: databases[0].url,
    [Symbol.asyncDispose]: () => raised[Symbol.asyncDispose](),
  };
}
