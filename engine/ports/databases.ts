/**
 * Settings of a PostgreSQL connection by libpq's names, such as `host` and `dbname` (PostgreSQL, 34.1.2). Values are
 * decoded; username and password are among them. An absent or empty setting has its default.
 */
export type PostgresqlSettings = Readonly<Record<string, string>>;

/** Server and credentials of a session. A URL has the form that the product's plugin creates. */
export type DatabaseAddress =
  | Readonly<{ kind: "postgresql"; settings: PostgresqlSettings }>
  | Readonly<{ kind: "mysql" | "redis" | "simulated"; url: string }>;

/** Maximum connect timeout of a database connection, in seconds. An API request may wait as long. */
export const maxConnectSeconds = 60;

/** A database server refused a login or a statement, or did not respond. */
export class DatabaseRefusal extends Error {
  override readonly name = "DatabaseRefusal";
  /**
   * SQLSTATE from the server, such as `28P01`; empty if the server sent no error. Adapters of products without SQLSTATE use
   * codes of the same classes: 28 for a refused login, 08 and 57 for a connection that the server closed, 40 for a
   * rollback because of a concurrent transaction.
   */
  readonly sqlState: string;
  /** True if some of the statements may have taken effect, because the product cannot roll them back. */
  readonly isPartial: boolean;

  constructor(message: string, sqlState: string, { isPartial = false, ...options }: RefusalOptions = {}) {
    super(message, options);
    this.sqlState = sqlState;
    this.isPartial = isPartial;
  }
}

type RefusalOptions = ErrorOptions & Readonly<{ isPartial?: boolean }>;

/** Subject of a transaction, and whether it can be repeated. */
export type About = Readonly<{
  /** Name of the database user that the transaction creates, changes or deletes. */
  subject: string;
  /**
   * True if the transaction does no harm when it takes effect twice, or after a call of {@link DatabaseSession.settle},
   * such as the deletion of a user whose name is never reused. Adapters may repeat such a transaction after a lost
   * connection, and may send it in one round trip. If it succeeds, the outcome of earlier transactions about the
   * subject is final, as after `settle`. If it is refused, their outcome remains unknown. Default: false.
   */
  isRepeatable?: boolean;
}>;

/** A login at a database server, and its connections. It opens a new connection if the server closed one. */
export interface DatabaseSession {
  /**
   * Executes the statements in one transaction: all take effect, or none. If the product cannot roll back, the error is
   * partial when some may have taken effect. If the server rolls the transaction back because of a concurrent one, it
   * is repeated a few times. Rejects with a {@link DatabaseRefusal}; if the server did not respond, the outcome is
   * unknown. While the transaction is in progress at the server, {@link DatabaseSession.settle} can find it by its
   * subject.
   */
  transact(statements: readonly string[], about?: About): Promise<void>;
  /**
   * Makes the outcome of all earlier transactions about `subject` final, including those that other clusters began.
   * Ends transactions in progress at the server, and resolves when none is left. Rejects with a {@link DatabaseRefusal}
   * if that fails.
   */
  settle(subject: string): Promise<void>;
  /** Checks the login by logging in again. Rejects with a {@link DatabaseRefusal} if the login fails. */
  verify(): Promise<void>;
  /**
   * Returns the first column of the rows of `query` as text. `parameters` are the values of the placeholders in
   * `query`, which are written as the product requires.
   */
  column(query: string, parameters: readonly string[]): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Options of a session. Adapters define the defaults. */
export type SessionSettings = Readonly<{
  /** Maximum number of open connections. */
  maxOpenConnections?: number;
  /** Maximum number of idle connections. */
  maxIdleConnections?: number;
  /** Age in milliseconds from which on a connection is closed instead of being used again. */
  maxConnectionLifetimeMilliseconds?: number;
  /**
   * PEM texts: the CA certificate with which the server is verified, and the client certificate with its private key.
   */
  tls?: Readonly<{ ca?: string; certificate?: string; key?: string }>;
}>;

/** Access to real or simulated database servers. `open` does not connect; the first use of the session does. */
export interface Databases {
  open(address: DatabaseAddress, settings?: SessionSettings): DatabaseSession;
}
