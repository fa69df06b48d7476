import { CloudError } from "../cloud-error.ts";
import { type Authorization, authorizationFromParts } from "./authorization.ts";
import { partsOfTarget } from "./canonical-request.ts";
import { decode, pairsOf } from "./percent-encoding.ts";

/** The signature of a request that carries it in its query. */
export type Presigned = Readonly<{
  authorization: Authorization;
  /** Such as `20260131T235959Z`. */
  time: string;
  /** How long after `time` the request may be sent. */
  expiresSeconds: number;
  sessionToken: string | undefined;
  /** What was signed: the target without the signature itself. */
  target: string;
}>;

/** Query parameters of a signature, in lower case. */
const parameters = new Set([
  "x-amz-algorithm",
  "x-amz-credential",
  "x-amz-date",
  "x-amz-expires",
  "x-amz-security-token",
  "x-amz-signature",
  "x-amz-signedheaders",
]);

/** Seven days, the provider's own limit. */
const maximumExpirySeconds = 604_800;

/** Whether `name` is a query parameter of a signature, and none of the call's. */
export function isOfSignature(name: string): boolean {
  return parameters.has(name.toLowerCase());
}

/**
 * The signature in the query of `target`; undefined when it has none. Throws IncompleteSignature when a part is missing, given twice or
 * cannot be read. Source: AWS IAM User Guide, "Add the signature to the request", query string.
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

function incomplete(reason: string): CloudError {
  return new CloudError("IncompleteSignature", `Incomplete signature: ${reason}.`);
}
