import { defaultLimits } from "#cluster/limits.ts";

/**
 * Returns the maximum size of a body in bytes, with a margin for the text around a value. Documents
 * have a larger limit.
 */
export function longestBody({ takesDocuments }: Readonly<{ takesDocuments: boolean }>): number {
  return (takesDocuments ? defaultLimits.bodyBytes : defaultLimits.shortBodyBytes) - 1_000;
}
