export type PolicyLimits = Readonly<{
  /** Maximum length of a policy's text, in characters. A change replicates the whole text. */
  policyCharacters: number;
  /** Maximum number of path rules per policy. */
  policyRules: number;
  policyPathCharacters: number;
}>;

/** No limits. Used for stored policies, which must stay effective if the limits are lowered. */
export const noLimits: PolicyLimits = {
  policyCharacters: Number.POSITIVE_INFINITY,
  policyRules: Number.POSITIVE_INFINITY,
  policyPathCharacters: Number.POSITIVE_INFINITY,
};

export const policyLimits: PolicyLimits = {
  policyCharacters: 512 * 1024,
  policyRules: 5000,
  policyPathCharacters: 4096,
};
