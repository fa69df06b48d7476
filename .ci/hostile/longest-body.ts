import { defaultLimits } from "#cluster/limits.ts";

/**
 * Returns the maximum size of a body in bytes, minus a margin for the text around a value. With `takesDocuments`, the
 * limit is larger.
 */
export function longestBody({ takesDocuments }: Readonly<{ takesDocuments: boolean }>): number {
  return (takesDocuments ? defaultLimits.bodyBytes : defaultLimits.shortBodyBytes) - 1_000;
}
