import type { About, DatabaseRefusal } from "#engine/ports/databases.ts";

/**
 * State of a connection after a failure. `answered`: the server responded; `lost`: the connection is lost, perhaps
 * already before the call; `unanswered`: the server did not respond in time.
 */
export type WireState = "answered" | "lost" | "unanswered";

export class WireError extends Error {
  override readonly name = "WireError";
  readonly refusal: DatabaseRefusal;
  readonly state: WireState;
  readonly number: number | undefined;

  constructor(refusal: DatabaseRefusal, state: WireState, number?: number) {
    super(refusal.message);
    this.refusal = refusal;
    this.state = state;
    this.number = number;
  }
}

/**
 * Returns false for a {@link WireError} with state `answered`. Other errors mean that the server or the connection is
 * unavailable.
 */
export function isUnavailable(error: unknown): boolean {
  return !(error instanceof WireError && error.state === "answered");
}

/** Statements that take effect together, if the product supports this, and the user that they are about. */
export type Transaction = Readonly<{ statements: readonly string[]; about: About | undefined }>;

export type Transactions = Readonly<[Transaction, ...Transaction[]]>;

/**
 * A logged-in connection. Its methods reject with a {@link WireError}. If the state of the error is not "answered", the
 * connection must not be used again.
 */
export interface Wire {
  /**
   * Prepares the next transactions and makes their subjects visible on the server. May be repeated on another
   * connection.
   */
  begin(transactions: Transactions): Promise<void>;
  /**
   * Runs the transactions that were passed to `begin`. Resolves to the failure of each, in order; undefined for a
   * success.
   */
  run(transactions: Transactions): Promise<readonly (WireError | undefined)[]>;
  column(query: string, parameters: readonly string[]): Promise<readonly string[]>;
  /** Ends connections that run transactions about `subject`, unless they do not belong to the service. */
  settle(subject: string): Promise<void>;
  destroy(): void;
}

/**
 * Timeouts in milliseconds: of the statements of a transaction, and of most other operations (`answerMilliseconds`).
 */
export type WireTimes = Readonly<{ answerMilliseconds: number; statementMilliseconds: number }>;
