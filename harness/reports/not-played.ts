/** Media type under which a Before hook attaches why a scenario is not played on this stage; then it returns "skipped". */
export const notPlayedMediaType = "application/vnd.understudy.not-played+text";

/** Media type under which it is attached what was lost while a scenario was played, so that nothing can be said of it; its step returns "skipped". */
export const notJudgedMediaType = "application/vnd.understudy.not-judged+text";

/** What the reason begins with of a scenario that could not be judged; behind a colon stands what was lost. */
export const notJudged = "it could not be judged";

/** Why a scenario was not played when no reason was given. */
export const unexplained = "it was skipped without a reason";

/** Why a scenario that was planned has no end. */
export const brokenOff = "the rehearsal ended before its turn";

/** Why a scenario was not played after Ctrl-C. */
export const interrupted = "the rehearsal was interrupted";

/** Why a scenario that says nothing is not counted as passed. */
export const withoutSteps = "it has no steps";
