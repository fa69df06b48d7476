export class Seals {
  /** Nonces of rekeys in progress, by cluster. */
  readonly rekeys = new Map<string, string>();
  /** Root token generations in progress: the nonce, and the one-time password with which the token will be encoded. */
  readonly rootGenerations = new Map<string, Readonly<{ nonce: string; pad: string }>>();
  /** Root tokens that the scenario created. They replace the stage's root token of the cluster. */
  readonly rootTokens = new Map<string, string>();
}
