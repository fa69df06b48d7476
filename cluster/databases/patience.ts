/** How long a server may take for what waits for no lock: a login, the begin of a transaction, a look into its catalogue. */
export const answerMilliseconds = 5_000;

/** How long a statement, or the statements of one transaction, may take: dropping a user waits for locks that others hold. */
export const usualStatementMilliseconds = 30_000;
