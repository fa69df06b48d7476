/**
 * Settings of a PostgreSQL connection by libpq's names, such as `host` and `dbname` (PostgreSQL,
 * 34.1.2). Values are decoded and contain the login. An absent or empty setting has its default.
 */
export type PostgresqlSettings = Readonly<Record<string, string>>;

/** Server and login of a session. A URL has the form that the product's plugin creates. */
export type DatabaseAddress =
  | Readonly<{ kind: "postgresql"; settings: PostgresqlSettings }>
  | Readonly<{ kind: "mysql" | "redis" | "simulated"; url: string }>;

/** Maximum connect timeout of a database connection, in seconds. An API request may wait as long. */
export const maxConnectSeconds = 60;

/** Refusal of a login or a statement by a database server, with the server's message. */
export class DatabaseRefusal extends Error {
  override readonly name = "DatabaseRefusal";
  /**
   * The server's SQLSTATE, such as `28P01`; empty if no server answered. Adapters of products
   * without SQLSTATE use codes of the same class: 28 for a login, 08 and 57 for a connection that
   * the server ended, 40 for a rollback because of another transaction.
   */
  readonly sqlState: string;
  /** True if some of the statements may have taken effect: not all products roll back. */
  readonly isPartial: boolean;

  constructor(message: string, sqlState: string, { isPartial = false, ...options }: RefusalOptions = {}) {
    super(message, options);
    this.sqlState = sqlState;
    this.isPartial = isPartial;
  }
}

type RefusalOptions = ErrorOptions & Readonly<{ isPartial?: boolean }>;

/** Subject and properties of a transaction. */
export type About = Readonly<{
  /** Name of the user that the transaction creates, changes or deletes. */
  subject: string;
  /**
   * True if the transaction is harmless when it takes effect more than once, or after its outcome
   * was settled, such as the deletion of a user whose name is never reused. Such a transaction
   * costs one round trip, since its subject is not announced to the server, and is repeated after a
   * lost connection. If it succeeds, the outcome of earlier transactions about the subject is
   * final, as after {@link DatabaseSession.settle}; if it is refused, their outcome remains open.
   * Default: false.
   */
  isRepeatable?: boolean;
}>;

/** A login at a database server. It reconnects if the server closed its connection. */
export interface DatabaseSession {
  /**
   * Runs the statements in one transaction: all take effect, or none. Products without rollback
   * reject with a partial refusal if some may have taken effect. A transaction that the server
   * rolled back because of a concurrent transaction is repeated a few times. Rejects with a {@link
   * DatabaseRefusal}; if that came without an answer of the server, the outcome is unknown. While a
   * transaction with a subject may take effect, the server can find it by its subject.
   */
  transact(statements: readonly string[], about?: About): Promise<void>;
  /**
   * Makes the outcome of all earlier transactions about `subject` final, including those of other
   * clusters: ends transactions in progress at the server, and resolves when none is left. Rejects
   * with a {@link DatabaseRefusal} if that cannot be determined.
   */
  settle(subject: string): Promise<void>;
  /** Logs in at the server again. Rejects with a {@link DatabaseRefusal} if the login fails. */
  verify(): Promise<void>;
  /**
   * Returns the first column of every row of `query`, as text. `parameters` replace the
   * placeholders, in the notation of the product.
   */
  column(query: string, parameters: readonly string[]): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Options of a session. The adapter has a default for each. */
export type SessionSettings = Readonly<{
  /** Maximum number of open connections; `maxIdleConnections` limits those kept open while idle. */
  maxOpenConnections?: number;
  maxIdleConnections?: number;
  /** Maximum age of a connection that is used again, in milliseconds. */
  maxConnectionLifetimeMilliseconds?: number;
  /** PEM texts: the CA that verifies the server, and the client certificate with its key. */
  tls?: Readonly<{ ca?: string; certificate?: string; key?: string }>;
}>;

/** Real or simulated database servers. Opening a session contacts no server; its first use does. */
export interface Databases {
  open(address: DatabaseAddress, settings?: SessionSettings): DatabaseSession;
}
