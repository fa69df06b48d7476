export class Replication {
  /** Ids of clusters when they were first linked, by cluster, to check that they have not changed. */
  readonly clusterIds = new Map<string, string>();
  /** The last public key that each cluster generated, by cluster. */
  readonly publicKeys = new Map<string, string>();
  activation = "";
}
