import type { CloudRequest } from "../../../ports/cloud.ts";
import type { SignedRequest } from "../signed-request/evidence.ts";

/** Default endpoint of identity lookups. */
const defaultIdentityEndpoint = "https://sts.amazonaws.com";

const timeoutMilliseconds = 10_000;

/** Hop-by-hop headers, which are not forwarded. */
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

/** Creates the identity lookup as signed, but for `endpoint` (CLOUD-IAM-09, -10). */
export function providerRequest(evidence: SignedRequest, endpoint = defaultIdentityEndpoint): CloudRequest {
  return {
    method: "POST",
    url: endpoint + evidence.url.path,
    headers: [
      ["Host", evidence.url.host],
      ...evidence.headers.filter(([name]) => !hopHeaders.has(name.toLowerCase())),
      // The body is ASCII: one byte per character.
      ["Content-Length", String(evidence.body.length)],
    ],
    body: evidence.body,
    timeoutMilliseconds,
  };
}
