export type PolicyLimits = Readonly<{
  policyCharacters: number;
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
