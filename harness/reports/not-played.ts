/** Media type of a hook's attachment with the reason why a scenario is not run on this stage. */
export const notPlayedMediaType = "application/vnd.understudy.not-played+text";

/**
 * Media type of an attachment that describes a loss, such as a database server that died, so that
 * the scenario cannot be judged; its step returns "skipped".
 */
export const notJudgedMediaType = "application/vnd.understudy.not-judged+text";

/** Beginning of the reason of a scenario that could not be judged; a colon and the loss follow. */
export const notJudged = "it could not be judged";

/** Reason shown for a scenario that was skipped without a reason. */
export const unexplained = "it was skipped without a reason";

/** Reason of a planned scenario that did not end. */
export const brokenOff = "the rehearsal ended before its turn";

/** Reason of a scenario that was not run after Ctrl-C. */
export const interrupted = "the rehearsal was interrupted";

/** Reason of a scenario without steps, which does not count as passed. */
export const withoutSteps = "it has no steps";
