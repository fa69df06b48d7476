/** What a scenario knows of replication beside what clusters tell of themselves. */
export class Replication {
  /** Cluster IDs as they were when a cluster was first linked, for whether it has kept its own. */
  readonly clusterIds = new Map<string, string>();
  /** Public keys that clusters generated: the last of each. */
  readonly publicKeys = new Map<string, string>();
  /** The activation token that is spoken of. */
  activation = "";
}
