import type { About, DatabaseRefusal } from "#engine/ports/databases.ts";

/**
 * State of a connection after a failure: the server answered; the connection is lost, perhaps
 * before the call; the server did not answer in time.
 */
export type WireState = "answered" | "lost" | "unanswered";

/** Failure of an operation on a database connection. */
export class WireError extends Error {
  override readonly name = "WireError";
  readonly refusal: DatabaseRefusal;
  readonly state: WireState;
  /** The product's error number, if it has one. */
  readonly number: number | undefined;

  constructor(refusal: DatabaseRefusal, state: WireState, number?: number) {
    super(refusal.message);
    this.refusal = refusal;
    this.state = state;
    this.number = number;
  }
}

/** Returns true if an operation failed without an answer of the server. */
export function isUnavailable(error: unknown): boolean {
  return !(error instanceof WireError && error.state === "answered");
}

/** Statements that take effect together, if the product supports it, and their subject. */
export type Transaction = Readonly<{ statements: readonly string[]; about: About | undefined }>;

/** Independent transactions, at least one. */
export type Transactions = Readonly<[Transaction, ...Transaction[]]>;

/**
 * A logged-in connection. Its methods reject with {@link WireError}; unless its state is
 * "answered", the connection cannot be used further.
 */
export interface Wire {
  /** Announces the subjects of the next transactions, which checks the connection. Idempotent. */
  begin(transactions: Transactions): Promise<void>;
  /** Runs the announced transactions. Resolves to their failures, in order, or undefined. */
  run(transactions: Transactions): Promise<readonly (WireError | undefined)[]>;
  column(query: string, parameters: readonly string[]): Promise<readonly string[]>;
  /**
   * Ends all connections that run transactions announced with `subject`. Rejects if one does not end
   * in time. A MySQL connection that this account may not end is left, since it is not the service's.
   */
  settle(subject: string): Promise<void>;
  /** Drops the connection at once. */
  destroy(): void;
}

/** Timeouts in milliseconds: of operations that wait for no lock, and of a statement. */
export type WireTimes = Readonly<{ answerMilliseconds: number; statementMilliseconds: number }>;
