import { defaultLimits } from "#cluster/limits.ts";

/** Returns the maximum size of a body in bytes, minus a margin. It is larger if the operation takes documents. */
export function longestBody({ takesDocuments }: Readonly<{ takesDocuments: boolean }>): number {
  return (takesDocuments ? defaultLimits.bodyBytes : defaultLimits.shortBodyBytes) - 1_000;
}
