export class Replication {
  /** Ids of clusters when they were first linked, by cluster, to check that they have not changed. */
  readonly clusterIds = new Map<string, string>();
}
