/** Optional features of a stage or target. A scenario requires one with the tag `@needs-…`. */
export type Capability =
  /** Time on the stage can pass faster than real time, for steps such as "when 30 minutes pass". */
  | "move-time"
  /** Links between clusters can be partitioned and healed. */
  | "partition"
  /** Links between clusters can drop messages silently (a black hole). */
  | "black-hole"
  /** Audit files of clusters can be read, and writes to them blocked. */
  | "audit"
  /** Requests can be sent from several client addresses. */
  | "addresses"
  | "signatures"
  /** A scenario can replace the cloud endpoint by a server of its own. */
  | "stand-ins"
  /** The cloud endpoint has instances with signed identity documents. */
  | "instances"
  | "accounts"
  /** The cloud endpoint can refuse calls if a scenario requests it. */
  | "cloud-faults"
  /** A cluster can be killed and restarted with its stored data. */
  | "restart"
  /** The store of a cluster can be backed up, and the cluster restarted with the backup. */
  | "backup"
  /** A cluster can be restarted with other environment variables. */
  | "environment"
  /** A cluster can be restarted as an earlier release of the service, and as the current release again. */
  | "old-release"
  /** A cluster can be restarted as another edition of the service. */
  | "edition"
  | "init"
  /** Each scenario has clusters of its own or clusters that were reset, so it may seal them and change their roles. */
  | "fresh"
  | "replication"
  /** The replication status reports which cluster has the right to lead (an extension of this service). */
  | "right-to-lead"
  /** Rules of Understudy that no document requires (`OWN-…`) are judged, too. */
  | "own-rules"
  | "namespaces"
  | "quotas"
  /** A database server that clusters and scenarios can reach. */
  | "database"
  /** A MariaDB in addition to the main database server. */
  | "mariadb"
  /** A Redis in addition to the main database server. */
  | "redis"
  /** The database product is a SQL server: it has connection URLs and accepts several statements in one text. */
  | "sql"
  /** The database product ends the validity of a user at a set time. */
  | "user-expiry"
  | "client-certificates"
  /** The database plugin executes the rollback statements of a role. */
  | "rollback"
  | "url-escapes"
  | "session-counts"
  | "database-tls"
  /** A cluster's API is available over HTTPS, with a certificate of a private certificate authority. */
  | "certified-api"
  /** Network faults between clusters and a database server can be simulated. */
  | "database-faults"
  /** A database product that this process simulates, and that clusters can reach. */
  | "simulated"
  /** A cloud endpoint that clusters and scenarios can reach. */
  | "cloud";
