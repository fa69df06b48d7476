import type { z } from "zod";
import { Problem } from "../../api/problem.ts";
import type { loginFields } from "./signed-request/evidence.ts";

/**
 * Returns the type of a login, which is the type for which the request contains all evidence. Throws a Problem if that
 * is the case for neither type or for both (W4.3-01).
 */
export function loginType(input: z.output<typeof loginFields>): "iam" | "ec2" {
  const { iam_http_request_method: method, iam_request_url: url, iam_request_body: body } = input;
  const ofPrincipal = Boolean(method && url && body && input.iam_request_headers);
  const ofInstance = Boolean(input.pkcs7 || (input.identity && input.signature));
  if (ofPrincipal && ofInstance) {
    throw new Problem("refused", "supplied auth values for both ec2 and iam auth types");
  }
  if (!ofPrincipal && !ofInstance) throw new Problem("refused", "didn't supply required authentication values");
  return ofInstance ? "ec2" : "iam";
}
