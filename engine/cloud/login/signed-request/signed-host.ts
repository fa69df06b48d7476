import { Problem } from "../../../api/problem.ts";
import { type SignedHeaders, valuesOfHeader } from "./signed-headers.ts";

/**
 * Throws a Problem if there are several host headers, or one that differs from `host`, the host of the signed URL. The
 * provider receives `host`; a different host may have been signed.
 */
export function requireSignedHost(headers: SignedHeaders, host: string): void {
  const named = valuesOfHeader(headers, "host");
  if (named.length > 1 || named.some((one) => one.toLowerCase() !== host.toLowerCase())) {
    throw new Problem("refused", "invalid request header: Host");
  }
}
