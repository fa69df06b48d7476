/** Media type under which a scenario attaches which rules its history broke. */
export const judgementsMediaType = "application/vnd.understudy.judgements+json";
