/** Maximum time for a login, a begin or a catalogue query, in milliseconds. */
export const answerMilliseconds = 5_000;

/** Default maximum duration of a transaction's statements, in milliseconds. */
export const defaultStatementMilliseconds = 30_000;
