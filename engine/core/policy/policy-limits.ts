/** Limits of a policy. */
export type PolicyLimits = Readonly<{
  /** Maximum length of a policy's text, in characters. Each change is replicated as a whole. */
  policyCharacters: number;
  /** Maximum number of path rules per policy. Rules are cached for each set of policies in use. */
  policyRules: number;
  /**
   * Maximum length of a rule's path, in characters: longer than any request's path, with bounded
   * cost per segment.
   */
  policyPathCharacters: number;
}>;

/**
 * Limits for stored policies: none, because a policy that was valid when written must stay
 * effective if limits are lowered.
 */
export const noLimits: PolicyLimits = {
  policyCharacters: Number.POSITIVE_INFINITY,
  policyRules: Number.POSITIVE_INFINITY,
  policyPathCharacters: Number.POSITIVE_INFINITY,
};

/**
 * Default limits: far above the size of policies that people write, and low enough for short
 * evaluation times.
 */
export const policyLimits: PolicyLimits = {
  policyCharacters: 512 * 1024,
  policyRules: 5000,
  policyPathCharacters: 4096,
};
