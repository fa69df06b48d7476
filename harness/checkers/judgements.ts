/** Media type of a scenario's attachment that lists the rules that the scenario's history broke. */
export const judgementsMediaType = "application/vnd.understudy.judgements+json";

/** A line for reports of broken rules. */
export const rulesNote = "The rules are explained in docs/checkers.md.";
