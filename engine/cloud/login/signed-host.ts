import { Problem } from "../../api/problem.ts";
import { type SignedHeaders, valuesOfHeader } from "./signed-headers.ts";

/**
 * Makes sure that the headers name no other host than the signed URL does: the provider is told the URL's, and of two that differ
 * it would be unknown which was signed. Throws a Problem.
 */
export function requireSignedHost(headers: SignedHeaders, host: string): void {
  const named = valuesOfHeader(headers, "host");
  if (named.length > 1 || named.some((one) => one.toLowerCase() !== host.toLowerCase())) {
    throw new Problem("refused", "invalid request header: Host");
  }
}
