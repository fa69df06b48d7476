import { usualLimits } from "#cluster/limits.ts";

/** The longest body, in bytes, that is taken: documents may be longer than all else. Somewhat less, for what stands around a value. */
export function longestBody({ takesDocuments }: Readonly<{ takesDocuments: boolean }>): number {
  return (takesDocuments ? usualLimits.bodyBytes : usualLimits.shortBodyBytes) - 1_000;
}
