/** Media type of an attachment of a hook: the reason why a scenario cannot run on this stage. */
export const notPlayedMediaType = "application/vnd.understudy.not-played+text";

/**
 * Media type of an attachment that describes a loss, such as a dead database server. The step with the attachment
 * returns "skipped".
 */
export const notJudgedMediaType = "application/vnd.understudy.not-judged+text";

/** Beginning of the reason of a scenario that could not be judged. A colon and a description of the loss follow. */
export const notJudged = "it could not be judged";

export const unexplained = "it was skipped without a reason";

/** Reason of a chosen scenario that had not ended at the end of the run. */
export const brokenOff = "the rehearsal ended before its turn";

/** Reason of a chosen scenario that had not ended when the run was interrupted, for example by Ctrl-C. */
export const interrupted = "the rehearsal was interrupted";

/** Reason of a scenario without steps, which does not count as passed. */
export const withoutSteps = "it has no steps";
