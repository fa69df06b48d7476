import { Problem } from "../../../api/problem.ts";
import { type SignedHeaders, valuesOfHeader } from "./signed-headers.ts";

/**
 * Throws a Problem if a host header differs from `host`, the host of the signed URL. The provider receives `host`; if
 * the two differ, it is unknown which one was signed.
 */
export function requireSignedHost(headers: SignedHeaders, host: string): void {
  const named = valuesOfHeader(headers, "host");
  if (named.length > 1 || named.some((one) => one.toLowerCase() !== host.toLowerCase())) {
    throw new Problem("refused", "invalid request header: Host");
  }
}
