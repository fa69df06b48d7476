/** The database products that connections can be opened to. */
export type DatabaseKind = "postgresql" | "mysql" | "redis" | "simulated";

/** No address lets a login wait longer for a server that does not answer: the request that asks for it waits as long. */
export const longestConnectSeconds = 60;

/** A login at a database server that did not succeed, or a statement it refused; the message is the server's own. */
export class DatabaseRefusal extends Error {
  override readonly name = "DatabaseRefusal";
  /**
   * The server's SQLSTATE, such as `28P01`; empty when no server answered. The adapter of a product without such codes gives its refusals
   * one of the same class: 28 for a login, 08 and 57 for a connection that the server ended, 40 for what was undone because of another.
   */
  readonly sqlState: string;
  /** Whether some of what was asked may hold although the rest was refused: not all products undo what is asked together. */
  readonly isPartial: boolean;

  constructor(message: string, sqlState: string, { isPartial = false, ...options }: RefusalOptions = {}) {
    super(message, options);
    this.sqlState = sqlState;
    this.isPartial = isPartial;
  }
}

type RefusalOptions = ErrorOptions & Readonly<{ isPartial?: boolean }>;

/** What a transaction is about. */
export type About = Readonly<{
  /** The name of the user that it makes, changes or removes. */
  subject: string;
  /**
   * Whether it does no harm when it takes effect more than once, or later than its outcome was settled, as the removal of a user whose name no
   * other will have. The server need not know its subject before its statements then: it costs one round trip, and is done again when the
   * connection was lost. When it holds, the outcome of what was done earlier about the subject is final, as after {@link DatabaseSession.settle};
   * when it is refused, that is open. Left out, it would do harm.
   */
  isRepeatable?: boolean;
}>;

/** Something logged in at a database server. It reconnects by itself when the server dropped it. */
export interface DatabaseSession {
  /**
   * Runs the statements in one transaction: all of them hold, or none. A product that undoes no statements rejects with a partial refusal
   * when some may hold. A transaction that the server undid because of another at the same time is done again. Rejects with a
   * {@link DatabaseRefusal}; one without an answer leaves open whether they hold. The server knows of the transaction by its subject, if it
   * has one, as long as it may take effect.
   */
  transact(statements: readonly string[], about?: About): Promise<void>;
  /**
   * Makes the outcome of all earlier transactions about `subject` final, whichever cluster began them: ends those that are still
   * under way at the server, and resolves when none is. Rejects with a {@link DatabaseRefusal} when that is not known.
   */
  settle(subject: string): Promise<void>;
  /** Whether the server answers this login now. Rejects with a {@link DatabaseRefusal}. */
  verify(): Promise<void>;
  /** The first column of every row that `query` yields, as text. `parameters` fill its placeholders, as the product spells them. */
  column(query: string, parameters: readonly string[]): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** How a session is opened beside its address; what is left out is as the adapter has it. */
export type SessionSettings = Readonly<{
  /** At most so many connections at a time, and so many of them kept while idle. */
  maxOpenConnections?: number;
  maxIdleConnections?: number;
  /** A connection that is older is not used again. */
  maxConnectionLifetimeMilliseconds?: number;
  /** CA to verify the server with, and the client certificate, as PEM. */
  tls?: Readonly<{ ca?: string; certificate?: string; key?: string }>;
}>;

/** Real or simulated database servers. Opening contacts no server; the first use does. */
export interface Databases {
  open(kind: DatabaseKind, url: string, settings?: SessionSettings): DatabaseSession;
}
