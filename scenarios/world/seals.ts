/** What a scenario knows of seals: unseal keys and root tokens, by cluster. */
export class Seals {
  /** Unseal key shares of clusters that were initialised or rekeyed in the scenario. */
  readonly shares = new Map<string, readonly string[]>();
  /** The shares that unsealed a cluster before it was rekeyed. */
  readonly oldShares = new Map<string, readonly string[]>();
  /** Root tokens that are being generated: the nonce, and the one-time password that hides the token. */
  readonly rootGenerations = new Map<string, Readonly<{ nonce: string; pad: string }>>();
  /** Root tokens that were made in the scenario: they take the place of the one that stages give. */
  readonly rootTokens = new Map<string, string>();

  /** The `number`th share of a cluster's unseal key. */
  share(cluster: string, number: number): string {
    const share = this.shares.get(cluster)?.[number - 1];
    if (share === undefined) throw new Error(`${cluster} has no share ${number}`);
    return share;
  }
}
