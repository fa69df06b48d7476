export class Seals {
  /** Current unseal key shares of clusters that the scenario initialised or rekeyed. */
  readonly shares = new Map<string, readonly string[]>();
  /** Unseal key shares that were valid before a cluster was rekeyed. */
  readonly oldShares = new Map<string, readonly string[]>();
  /** Root token generations in progress: the nonce, and the one-time password with which the token will be encoded. */
  readonly rootGenerations = new Map<string, Readonly<{ nonce: string; pad: string }>>();
  /** Root tokens that the scenario created. They replace the stage's root token of the cluster. */
  readonly rootTokens = new Map<string, string>();

  /** Returns the unseal key share with this number, counted from 1. Throws if there is none. */
  share(cluster: string, number: number): string {
    const share = this.shares.get(cluster)?.[number - 1];
    if (share === undefined) throw new Error(`${cluster} has no share ${number}`);
    return share;
  }
}
