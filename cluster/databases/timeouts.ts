/**
 * Maximum time for a server operation that waits for no lock, in milliseconds: a login, the begin
 * of a transaction, a catalogue query.
 */
export const answerMilliseconds = 5_000;

/**
 * Default maximum duration of the statements of a transaction, in milliseconds. Dropping a user
 * waits for locks.
 */
export const defaultStatementMilliseconds = 30_000;
