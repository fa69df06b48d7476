import { raise as raiseClusters } from "../clients/raised.ts";

export type Raised = Readonly<{ api: string; token: string; unsealKey: string; database: string }> & AsyncDisposable;

type State = Readonly<{
  clusters: readonly [{ api: string; token: string }];
  unseal_key: string;
  databases: readonly [{ url: string }];
}>;

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
