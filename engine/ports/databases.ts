/**
 * Settings of a PostgreSQL connection by libpq's names, such as `host` and `dbname` (PostgreSQL,
 * 34.1.2), including username and password. Values are decoded. An absent or empty setting has its
 * default.
 */
export type PostgresqlSettings = Readonly<Record<string, string>>;

/** Server and credentials of a session. A URL has the form that the product's plugin creates. */
export type DatabaseAddress =
  | Readonly<{ kind: "postgresql"; settings: PostgresqlSettings }>
  | Readonly<{ kind: "mysql" | "redis" | "simulated"; url: string }>;

/** Upper limit of the connect timeout of a database connection, in seconds. */
export const maxConnectSeconds = 60;

/** A database server refused a login or a statement, or did not respond. */
export class DatabaseRefusal extends Error {
  override readonly name = "DatabaseRefusal";
  /**
   * SQLSTATE, such as `28P01`. Adapters of products without SQLSTATE use codes of the same classes, for
   * example 28 for a refused login. May be empty if the server sent no error.
   */
  readonly sqlState: string;
  /** True if some of the statements may have taken effect although the transaction failed. */
  readonly isPartial: boolean;

  constructor(message: string, sqlState: string, { isPartial = false, ...options }: RefusalOptions = {}) {
    super(message, options);
    this.sqlState = sqlState;
    this.isPartial = isPartial;
  }
}

type RefusalOptions = ErrorOptions & Readonly<{ isPartial?: boolean }>;

export type About = Readonly<{
  subject: string;
  /**
   * True if the transaction does no harm when it takes effect twice, such as the deletion of a user
   * whose name is never reused. Adapters may repeat it after a lost connection. Default: false.
   */
  isRepeatable?: boolean;
}>;

/** A login at a database server, and its connections. It opens a new connection if the server closed one. */
export interface DatabaseSession {
  /**
   * Executes the statements in one transaction. Rejects with a {@link DatabaseRefusal} if that fails. If
   * the server did not respond, the outcome is unknown; if `isPartial` is true, some statements may have
   * taken effect.
   */
  transact(statements: readonly string[], about?: About): Promise<void>;
  /**
   * Makes the outcome of earlier transactions about `subject` final, including those of other clusters:
   * ends those that are in progress at the server. Rejects with a {@link DatabaseRefusal} if that fails.
   */
  settle(subject: string): Promise<void>;
  /** Checks the login by logging in again. Rejects with a {@link DatabaseRefusal} if the login fails. */
  verify(): Promise<void>;
  /** Returns the first column of the rows of `query` as text. `parameters` are the values of its placeholders. */
  column(query: string, parameters: readonly string[]): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Options of a session. Adapters define the defaults. */
export type SessionSettings = Readonly<{
  maxOpenConnections?: number;
  maxIdleConnections?: number;
  /** Age, in milliseconds, from which on a connection is not used again. */
  maxConnectionLifetimeMilliseconds?: number;
  /** PEM texts: the CA certificate that verifies the server, and the client certificate with its private key. */
  tls?: Readonly<{ ca?: string; certificate?: string; key?: string }>;
}>;

/** Access to real or simulated database servers. `open` does not connect. */
export interface Databases {
  open(address: DatabaseAddress, settings?: SessionSettings): DatabaseSession;
}
