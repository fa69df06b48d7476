/** Maximum milliseconds for a login, the begin of a transaction, or a catalogue query. */
export const answerMilliseconds = 5_000;

/** Default maximum milliseconds for the statements of a transaction, or on MySQL for each statement. */
export const defaultStatementMilliseconds = 30_000;
