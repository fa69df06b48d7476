import type { CloudRequest } from "../../../ports/cloud.ts";
import type { SignedRequest } from "../signed-request/evidence.ts";

const defaultIdentityEndpoint = "https://sts.amazonaws.com";

const timeoutMilliseconds = 10_000;

/** Headers not copied into a forwarded request: hop-by-hop headers, and `host`, `content-length` and `expect`. */
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

/** Creates the request that forwards a signed identity lookup to `endpoint` (CLOUD-IAM-09, -10). */
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
