/**
 * Timeout, in milliseconds, of operations that usually do not wait for locks, such as a login or the begin of a
 * transaction.
 */
export const answerMilliseconds = 5_000;

/** Default timeout, in milliseconds, of the statements of a transaction together, or on MySQL of each statement. */
export const defaultStatementMilliseconds = 30_000;
