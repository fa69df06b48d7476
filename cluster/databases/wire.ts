import type { About, DatabaseRefusal } from "#engine/ports/databases.ts";

/** What a failure says of the connection: the server answered; it is lost, and may have been before; the server did not answer in time. */
export type WireState = "answered" | "lost" | "unanswered";

/** Why something failed on a connection. */
export class WireError extends Error {
  override readonly name = "WireError";
  readonly refusal: DatabaseRefusal;
  readonly state: WireState;
  /** The product's own number of the error, where it has one. */
  readonly number: number | undefined;

  constructor(refusal: DatabaseRefusal, state: WireState, number?: number) {
    super(refusal.message);
    this.refusal = refusal;
    this.state = state;
    this.number = number;
  }
}

/** Statements that hold together as far as the product has it, and what they are about. */
export type Transaction = Readonly<{ statements: readonly string[]; about: About | undefined }>;

/** At least one, which hold or fail each by itself. */
export type Transactions = Readonly<[Transaction, ...Transaction[]]>;

/** One connection that is logged in. Its methods reject with a {@link WireError}; after one whose state is not "answered" it is of no more use. */
export interface Wire {
  /** Tells the server what the next transactions are about; finds out whether the connection holds. May be done twice. */
  begin(transactions: Transactions): Promise<void>;
  /** Runs what was begun, and ends it, whatever comes of it. Resolves to why each failed, in order; undefined for one that did not. */
  run(transactions: Transactions): Promise<readonly (WireError | undefined)[]>;
  column(query: string, parameters: readonly string[]): Promise<readonly string[]>;
  /** Ends all connections that work on `subject`, and resolves when none does. */
  settle(subject: string): Promise<void>;
  /** Drops the connection, in the middle of what it does. */
  destroy(): void;
}

/** How long servers may take, in milliseconds: for what waits for nothing, and for one statement. */
export type WireTimes = Readonly<{ answerMilliseconds: number; statementMilliseconds: number }>;

/** Logs in at the address that a plugin made. Rejects with a {@link WireError} that shows nothing of the address. */
export type ConnectWire = (url: string, times: WireTimes) => Promise<Wire>;

/** The connections of one product. */
export type Wires = Readonly<{
  connect: ConnectWire;
  /** On how many of them transactions are run together at a time, and how many go together at most. */
  together: Readonly<{ rounds: number; questions: number }>;
}>;
