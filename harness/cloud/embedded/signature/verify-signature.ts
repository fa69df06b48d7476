import { createHmac, timingSafeEqual } from "node:crypto";
import { CloudError } from "../cloud-error.ts";
import { type HttpRequest, valuesOf } from "../http-message.ts";
import { type Authorization, parseAuthorization } from "./authorization.ts";
import { canonicalRequest, sha256 } from "./canonical-request.ts";
import { type Presigned, presignedOf } from "./presigned.ts";
import { checkFreshness, signingTime } from "./signing-time.ts";

/** An access key with which requests are signed. `expiresAt` is in milliseconds since 1970. */
export type SigningKey = Readonly<{ secretAccessKey: string; sessionToken?: string; expiresAt?: number }>;

/** API and regions for which a request must be signed, and the current time in milliseconds since 1970. */
export type Expectation = Readonly<{ service: string; regions: ReadonlySet<string>; now: number }>;

export type Verified<Key> = Readonly<{ key: Key; region: string; signedHeaders: readonly string[] }>;

/**
 * Verifies the Signature Version 4 in a request's header or query. `findKey` returns an access key by its id. Throws
 * MissingAuthenticationToken, IncompleteSignature, MalformedQueryString, InvalidClientTokenId, ExpiredToken or
 * SignatureDoesNotMatch. Written from AWS's documentation only: it shares no code with a signer.
 */
export function verifySignature<Key extends SigningKey>(
  request: HttpRequest,
  findKey: (accessKeyId: string) => Key | undefined,
  { service, regions, now }: Expectation,
): Verified<Key> {
  const { authorization, time, expiresSeconds, sessionToken, target } = claimOf(request);
  checkScope(authorization.scope, time, { service, regions });
  checkFreshness(time, now, expiresSeconds);
  checkSignedHeaders(request, authorization.signedHeaders);
  checkContentHash(request);
  const key = findKey(authorization.accessKeyId);
  if (!key || key.sessionToken !== sessionToken) throw unknownToken();
  if (key.expiresAt !== undefined && key.expiresAt <= now) {
    throw new CloudError("ExpiredToken", "The security token included in the request is expired");
  }
  const expected = signatureOf({ ...request, target }, key, time, authorization);
  // Both are 64 hexadecimal digits, so the buffers have equal lengths.
  if (!timingSafeEqual(Buffer.from(expected), Buffer.from(authorization.signature))) {
    throw mismatch("The signature is not the one that this request and the key's secret give.");
  }
  return { key, region: authorization.scope.region, signedHeaders: authorization.signedHeaders };
}

function claimOf(request: HttpRequest): Omit<Presigned, "expiresSeconds"> & Readonly<{ expiresSeconds?: number }> {
  const presigned = presignedOf(request.target);
  if (presigned && valuesOf(request.headers, "authorization").length > 0) {
    throw new CloudError("IncompleteSignature", "Incomplete signature: one in the query and one in the header.");
  }
  if (presigned) return presigned;
  const [sessionToken, ...more] = valuesOf(request.headers, "x-amz-security-token");
  if (more.length > 0) throw unknownToken();
  const authorization = authorizationOf(request);
  return { authorization, time: signingTime(request.headers), sessionToken, target: request.target };
}

function authorizationOf({ headers }: HttpRequest): Authorization {
  const [header, ...more] = valuesOf(headers, "authorization");
  if (!header) throw new CloudError("MissingAuthenticationToken", "Request is missing Authentication Token");
  if (more.length > 0) throw new CloudError("IncompleteSignature", "Incomplete signature: two Authorization headers.");
  return parseAuthorization(header);
}

function checkScope(
  scope: Authorization["scope"],
  time: string,
  { service, regions }: Pick<Expectation, "service" | "regions">,
): void {
  if (scope.terminator !== "aws4_request") throw mismatch("Credential must end with 'aws4_request'.");
  if (scope.service !== service) throw mismatch(`Credential should be scoped to correct service: '${service}'.`);
  if (!regions.has(scope.region)) throw mismatch("Credential should be scoped to a valid region.");
  if (scope.date !== time.slice(0, 8)) throw mismatch("The date in Credential is not the date of the request.");
}

/**
 * Checks that all signed headers were sent, and that `host` and every `x-amz-` header are signed, because an unsigned
 * header could have been changed in transit.
 */
function checkSignedHeaders({ headers }: HttpRequest, signed: readonly string[]): void {
  if (!signed.includes("host")) throw mismatch("'host' must be a signed header.");
  const sent = new Set(headers.map(([name]) => name.toLowerCase()));
  for (const name of sent) {
    if (name.startsWith("x-amz-") && !signed.includes(name)) throw mismatch("Every x-amz- header must be signed.");
  }
  if (!signed.every((name) => sent.has(name))) throw mismatch("A header that is signed was not sent.");
}

function checkContentHash({ headers, body }: HttpRequest): void {
  const claimed = valuesOf(headers, "x-amz-content-sha256");
  if (claimed.length === 0) return;
  const actual = sha256(body);
  if (!claimed.every((hash) => hash.trim() === actual)) throw mismatch("X-Amz-Content-Sha256 is not the body's hash.");
}

function signatureOf(request: HttpRequest, key: SigningKey, time: string, authorization: Authorization): string {
  const { date, region, service, terminator } = authorization.scope;
  const scope = [date, region, service, terminator];
  const canonical = sha256(canonicalRequest(request, authorization.signedHeaders));
  const derived = scope.reduce<string | Uint8Array>(hmac, `AWS4${key.secretAccessKey}`);
  return hmac(derived, ["AWS4-HMAC-SHA256", time, scope.join("/"), canonical].join("\n")).toString("hex");
}

function hmac(key: string | Uint8Array, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}

function mismatch(message: string): CloudError {
  return new CloudError("SignatureDoesNotMatch", message);
}

function unknownToken(): CloudError {
  return new CloudError("InvalidClientTokenId", "The security token included in the request is invalid.");
}
