export type StoreFailureCode =
  /** The address is invalid. */
  | "bad address"
  /** Another process has opened the store. */
  | "in use"
  /** The data in the store belong to another program or to another release. */
  | "foreign"
  /** The store cannot be opened or does not respond. Nothing was saved. */
  | "unreachable"
  /** No space is left. Nothing was saved. Reads still work; writes work again when there is space. */
  | "full"
  /** The operation was refused. Nothing was saved. */
  | "refused"
  /** The outcome of the last writes is unknown. The store must be opened again. */
  | "lost"
  | "closed";

/** Failure of a durable store. The message contains no password. */
export class StoreFailure extends Error {
  override readonly name = "StoreFailure";
  readonly code: StoreFailureCode;

  constructor(code: StoreFailureCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
