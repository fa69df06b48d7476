import { z } from "zod";
import { field } from "../../api/field.ts";
import { Problem } from "../../api/problem.ts";
import { readSignedBody } from "./signed-body.ts";
import { readSignedHeaders, type SignedHeaders } from "./signed-headers.ts";
import { requireSignedHost } from "./signed-host.ts";
import { readSignedUrl, type SignedUrl } from "./signed-url.ts";

/** Fields of a login. Source: cloud-auth-api.md, "Login parameters". */
export const loginFields = z.object({
  role: field.text.optional(),
  identity: field.text.optional(),
  signature: field.text.optional(),
  pkcs7: field.text.optional(),
  nonce: field.secret.optional(),
  iam_http_request_method: field.text.optional(),
  iam_request_url: field.text.optional(),
  iam_request_body: field.text.optional(),
  iam_request_headers: z.unknown().meta({ secret: true }).optional(),
});

/** An identity lookup that a principal signed and handed over instead of sending it. */
export type SignedRequest = Readonly<{ url: SignedUrl; body: string; headers: SignedHeaders }>;

/** The signed request of an iam login. Throws a Problem that quotes nothing of the evidence. */
export function readEvidence(input: z.output<typeof loginFields>): SignedRequest {
  const { iam_http_request_method: method, iam_request_url: url, iam_request_body: body } = input;
  const headers = input.iam_request_headers;
  if (!method || !url || !body || !headers) throw refused("didn't supply required authentication values");
  if (method !== "POST") throw refused("invalid iam_http_request_method; currently only 'POST' is supported");
  const request = { url: readSignedUrl(url), body: readSignedBody(body), headers: readSignedHeaders(headers) };
  requireSignedHost(request.headers, request.url.host);
  return request;
}

function refused(text: string): Problem {
  return new Problem("refused", text);
}
