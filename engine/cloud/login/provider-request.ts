import type { CloudRequest } from "../../ports/cloud.ts";
import type { SignedRequest } from "./evidence.ts";

/** Where identity lookups go when no endpoint is configured. */
const defaultIdentityEndpoint = "https://sts.amazonaws.com";

const timeoutMilliseconds = 10_000;

/** Headers of the way a request travels, not of the request: each hop sets its own. */
const hopHeaders = new Set([
  "host",
  "content-length",
  "connection",
  "expect",
  "keep-alive",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** The request that asks the provider who signed `evidence`: all as it was signed, but sent to `endpoint` (CLOUD-IAM-09, -10). */
export function providerRequest(evidence: SignedRequest, endpoint = defaultIdentityEndpoint): CloudRequest {
  return {
    method: "POST",
    url: endpoint + evidence.url.path,
    headers: [
      ["Host", evidence.url.host],
      ...evidence.headers.filter(([name]) => !hopHeaders.has(name.toLowerCase())),
      // The body is plain ASCII: one byte a character.
      ["Content-Length", String(evidence.body.length)],
    ],
    body: evidence.body,
    timeoutMilliseconds,
  };
}
