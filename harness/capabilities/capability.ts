/** Optional features of a stage or target. A scenario requires one with the tag `@needs-…`. */
export type Capability =
  /** Time can be moved, so "when 30 minutes pass" takes no time. */
  | "move-time"
  /** Links between clusters can be partitioned and healed. */
  | "partition"
  /** Links between clusters can drop messages silently (a black hole). */
  | "black-hole"
  /** Audit files of clusters can be read, and writes to them blocked. */
  | "audit"
  /** Requests can be sent from several addresses. */
  | "addresses"
  /** The cloud endpoint verifies signatures. */
  | "signatures"
  /** Other endpoints can replace the cloud's and give the replies that a scenario sets. */
  | "stand-ins"
  /** The cloud endpoint has instances with signed identity documents. */
  | "instances"
  /** The cloud endpoint has several accounts. */
  | "accounts"
  /** The cloud endpoint can refuse calls on demand, and lists the calls it has answered. */
  | "cloud-faults"
  /** A cluster can be killed, also at a failpoint, and restarted with its saved data. */
  | "restart"
  /** The store of a cluster can be backed up, and the cluster started again with the backup. */
  | "backup"
  /** A cluster can be restarted with other environment variables. */
  | "environment"
  /** A cluster can be restarted as an earlier release of the service, and as the current one. */
  | "old-release"
  /** A cluster can be restarted as another edition of the service. */
  | "edition"
  /** Clusters can start uninitialised. */
  | "init"
  /** Clusters belong to the scenario, which may seal them and change their roles. */
  | "fresh"
  /** Performance replication. */
  | "replication"
  /** The replication status reports the holder of the right to lead (our extension). */
  | "right-to-lead"
  | "namespaces"
  | "quotas"
  /** A database server that clusters and scenarios can reach. */
  | "database"
  /** A MariaDB or Redis in addition to the main database server. */
  | "mariadb"
  | "redis"
  /** The database product is a SQL server, with connection URLs and blocks of statements. */
  | "sql"
  /** The database product expires users at a set time. */
  | "user-expiry"
  /** The database product accepts client certificates for logins. */
  | "client-certificates"
  /** The database product has connection formats with and without escapes. */
  | "url-escapes"
  /** The database product counts the sessions of each database. */
  | "session-counts"
  /** Database servers that require TLS. */
  | "database-tls"
  /** A cluster's API is available over HTTPS, with a certificate of a private authority. */
  | "certified-api"
  /** Network faults between clusters and a database server can be simulated. */
  | "database-faults"
  /** The simulated database of this process, reachable from clusters. */
  | "simulated"
  /** A cloud endpoint that clusters and scenarios can reach. */
  | "cloud";
