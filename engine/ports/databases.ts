/** The database products that connections can be opened to. */
export type DatabaseKind = "postgresql";

/** A login at a database server that did not succeed, or a statement it refused; the message is the server's own. */
export class DatabaseRefusal extends Error {
  override readonly name = "DatabaseRefusal";
  /** The server's own code, such as SQLSTATE `28P01`; empty when no server answered. */
  readonly sqlState: string;

  constructor(message: string, sqlState: string, options?: ErrorOptions) {
    super(message, options);
    this.sqlState = sqlState;
  }
}

/** Something logged in at a database server. It reconnects by itself when the server dropped it. */
export interface DatabaseSession {
  /**
   * Runs the statements in one transaction: all of them hold, or none. One that the server undid because of another at the same time is
   * done again. Rejects with a {@link DatabaseRefusal}.
   */
  transact(statements: readonly string[]): Promise<void>;
  /** Whether the server answers this login now. Rejects with a {@link DatabaseRefusal}. */
  verify(): Promise<void>;
  /** The first column of every row that `query` yields, as text. `parameters` fill `$1`, `$2`, … */
  column(query: string, parameters: readonly string[]): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Real or simulated database servers. Opening contacts nobody; the first use does. */
export interface Databases {
  open(kind: DatabaseKind, url: string): DatabaseSession;
}
