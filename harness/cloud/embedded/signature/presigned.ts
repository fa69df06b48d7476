import { type Authorization, authorizationFromParts, incomplete } from "./authorization.ts";
import { partsOfTarget } from "./canonical-request.ts";
import { decode, pairsOf } from "./percent-encoding.ts";

export type Presigned = Readonly<{
  authorization: Authorization;
  /** Time of the signature, such as `20260131T235959Z`. */
  time: string;
  /** Time in seconds after `time` during which the request is valid. */
  expiresSeconds: number;
  sessionToken: string | undefined;
  /** Request target without the parameter of the signature, as it was signed. */
  target: string;
}>;

const parameters = new Set([
  "x-amz-algorithm",
  "x-amz-credential",
  "x-amz-date",
  "x-amz-expires",
  "x-amz-security-token",
  "x-amz-signature",
  "x-amz-signedheaders",
]);

/** Maximum validity of a presigned request in seconds: AWS's seven days. */
const maximumExpirySeconds = 604_800;

/** True if `name` is a query parameter that belongs to a signature. */
export function isOfSignature(name: string): boolean {
  return parameters.has(name.toLowerCase());
}

/**
 * Returns the signature in the query of `target`, or undefined if there is none. Throws IncompleteSignature if a part
 * is missing, duplicate or malformed, or MalformedQueryString. Source: AWS IAM User Guide, "Add the signature to the
 * request", query string.
 */
export function presignedOf(target: string): Presigned | undefined {
  const { path, query } = partsOfTarget(target);
  const pairs = pairsOf(query);
  const given = new Map<string, string>();
  for (const [name, value] of pairs) {
    const plain = decode(name);
    if (!isOfSignature(plain)) continue;
    if (given.has(plain)) throw incomplete(`${plain} is given twice`);
    given.set(plain, decode(value));
  }
  if (!given.has("X-Amz-Signature")) return undefined;
  const part = (name: string) => given.get(name) ?? absent(name);
  const expiresSeconds = Number(part("X-Amz-Expires"));
  if (!(Number.isInteger(expiresSeconds) && expiresSeconds >= 1 && expiresSeconds <= maximumExpirySeconds)) {
    throw incomplete(`X-Amz-Expires must be from 1 to ${maximumExpirySeconds} seconds`);
  }
  const time = part("X-Amz-Date");
  if (!/^\d{8}T\d{6}Z$/.test(time)) throw incomplete("X-Amz-Date cannot be read");
  const signed = pairs
    .filter(([name]) => decode(name) !== "X-Amz-Signature")
    .map(([name, value]) => `${name}=${value}`);
  return {
    authorization: authorizationFromParts(part("X-Amz-Algorithm"), {
      Credential: part("X-Amz-Credential"),
      SignedHeaders: part("X-Amz-SignedHeaders"),
      Signature: part("X-Amz-Signature"),
    }),
    time,
    expiresSeconds,
    sessionToken: given.get("X-Amz-Security-Token"),
    target: `${path}?${signed.join("&")}`,
  };
}

function absent(name: string): never {
  throw incomplete(`the query has no ${name}`);
}
