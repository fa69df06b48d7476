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

/** Returns true if an error means that the server or the connection is unavailable. */
export function isUnavailable(error: unknown): boolean {
  return !(error instanceof WireError && error.state === "answered");
}

/** Statements that take effect together, if the product supports this, and the user that they are about. */
export type Transaction = Readonly<{ statements: readonly string[]; about: About | undefined }>;

/** Independent transactions that are run together; at least one. */
export type Transactions = Readonly<[Transaction, ...Transaction[]]>;

/**
 * A logged-in connection. Its methods reject with a {@link WireError}. If the state of the error is not "answered", the
 * connection must not be used again.
 */
export interface Wire {
  /** Announces the subjects of the next transactions to the server, which also checks the connection. Idempotent. */
  begin(transactions: Transactions): Promise<void>;
  /** Runs the announced transactions. Resolves to the failure of each, in order; undefined for a success. */
  run(transactions: Transactions): Promise<readonly (WireError | undefined)[]>;
  column(query: string, parameters: readonly string[]): Promise<readonly string[]>;
  /**
   * Ends all connections that run transactions announced with `subject`. Rejects if one of them does not end in time.
   * MySQL connections that this account may not end are ignored, because they do not belong to the service.
   */
  settle(subject: string): Promise<void>;
  destroy(): void;
}

/** Timeouts in milliseconds: of an operation that waits for no lock, and of a statement. */
export type WireTimes = Readonly<{ answerMilliseconds: number; statementMilliseconds: number }>;
