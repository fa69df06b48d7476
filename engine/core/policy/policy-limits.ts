/** What a policy may cost. */
export type PolicyLimits = Readonly<{
  /** Characters of a policy's text; each change of it goes to every cluster whole. */
  policyCharacters: number;
  /** Path rules in one policy; they are kept ready in memory for each set of policies in use. */
  policyRules: number;
  /** Characters of a rule's path: more than any request's path may have are never matched, and each segment is a step. */
  policyPathCharacters: number;
}>;

/** For what is stored: it was within bounds when it was written, and lowering them since must lock no client out. */
export const noLimits: PolicyLimits = {
  policyCharacters: Number.POSITIVE_INFINITY,
  policyRules: Number.POSITIVE_INFINITY,
  policyPathCharacters: Number.POSITIVE_INFINITY,
};

/** Far above what people write, far below what would be felt. */
export const policyLimits: PolicyLimits = {
  policyCharacters: 512 * 1024,
  policyRules: 5000,
  policyPathCharacters: 4096,
};
