/** Why a durable store does not do what it was asked. */
export type StoreFailureCode =
  /** Its address cannot be understood. */
  | "bad address"
  /** Another process has it open. */
  | "in use"
  /** What is there is no store of ours, or one of another release. */
  | "foreign"
  /** It cannot be opened or reached. Nothing was saved. */
  | "unreachable"
  /** There is no room. Nothing was saved; reading goes on, and writing when there is room again. */
  | "full"
  /** It would not take this. Nothing was saved. */
  | "refused"
  /** What was saved last is not known, or can no longer be relied on. It does nothing more until it is opened anew. */
  | "lost"
  | "closed";

/** A durable store that fails. The message names the place, never a password. */
export class StoreFailure extends Error {
  override readonly name = "StoreFailure";
  readonly code: StoreFailureCode;

  constructor(code: StoreFailureCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
