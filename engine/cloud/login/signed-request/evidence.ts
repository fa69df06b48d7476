import { z } from "zod";
import { bounded } from "../../../api/field.ts";
import { Problem } from "../../../api/problem.ts";
import { readSignedBody } from "./signed-body.ts";
import { readSignedHeaders, type SignedHeaders, signedHeadersBounds } from "./signed-headers.ts";
import { requireSignedHost } from "./signed-host.ts";
import { readSignedUrl, type SignedUrl, signedUrlBounds } from "./signed-url.ts";

const name = { characters: 1024 };
const document = { characters: 32 * 1024 };

export const loginFields = z.object({
  role: bounded.text(name).optional(),
  identity: bounded.text(document).optional(),
  signature: bounded.text(document).optional(),
  pkcs7: bounded.text(document).optional(),
  nonce: bounded.secret(name).optional(),
  iam_http_request_method: bounded.text(name).optional(),
  iam_request_url: bounded.text(signedUrlBounds).optional(),
  iam_request_body: bounded.text(name).optional(),
  iam_request_headers: bounded.any(signedHeadersBounds).meta({ secret: true }).optional(),
});

/**
 * An identity lookup (GetCallerIdentity request). The client signs it and sends it to the service, which forwards it to
 * the provider.
 */
export type SignedRequest = Readonly<{ url: SignedUrl; body: string; headers: SignedHeaders }>;

/**
 * Parses the signed request of an iam login. Throws a Problem if the request is invalid; the text
 * of the Problem quotes nothing of the request except header names.
 */
export function readEvidence(input: z.output<typeof loginFields>): SignedRequest {
  const { iam_http_request_method: method, iam_request_url: url, iam_request_body: body } = input;
  const headers = input.iam_request_headers;
  if (!method || !url || !body || !headers)
    throw new Problem("refused", "didn't supply required authentication values");
  if (method !== "POST")
    throw new Problem("refused", "invalid iam_http_request_method; currently only 'POST' is supported");
  const request = { url: readSignedUrl(url), body: readSignedBody(body), headers: readSignedHeaders(headers) };
  requireSignedHost(request.headers, request.url.host);
  return request;
}
