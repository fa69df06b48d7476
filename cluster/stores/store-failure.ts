export type StoreFailureCode =
  /** The address is invalid, or the cluster's name is not permitted. */
  | "bad address"
  /** The store is already open. */
  | "in use"
  /** The data in the store belong to another program or to another release. */
  | "foreign"
  /** The store cannot be opened or does not respond. Nothing was saved. */
  | "unreachable"
  /** No space is left. Nothing was saved. */
  | "full"
  /** The operation was refused. Nothing was saved. */
  | "refused"
  /**
   * The store cannot be used further, for example because the outcome of the last writes is unknown. It must be opened
   * again.
   */
  | "lost"
  | "closed";

export class StoreFailure extends Error {
  override readonly name = "StoreFailure";
  readonly code: StoreFailureCode;

  constructor(code: StoreFailureCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
