/** Code of a store's failure. */
export type StoreFailureCode =
  /** The address is invalid. */
  | "bad address"
  /** Another process has opened the store. */
  | "in use"
  /** The data belongs to another program or to another release. */
  | "foreign"
  /** The store cannot be opened or reached. Nothing was saved. */
  | "unreachable"
  /**
   * No space is left. Nothing was saved; reads still work, and writes work when space is available.
   */
  | "full"
  /** The operation was refused. Nothing was saved. */
  | "refused"
  /** The outcome of the last writes is unknown. The store must be reopened. */
  | "lost"
  | "closed";

/** Failure of a durable store. The message names the store and never contains a password. */
export class StoreFailure extends Error {
  override readonly name = "StoreFailure";
  readonly code: StoreFailureCode;

  constructor(code: StoreFailureCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
