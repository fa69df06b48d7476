import { Problem, quoted } from "../../../api/problem.ts";
import { type Provider, serverIdHeaders } from "../../provider.ts";
import { type SignedHeaders, valuesOfHeader } from "./signed-headers.ts";

/**
 * Throws a Problem unless the signed server ID header has the value `expected`. This prevents the replay of a request
 * that was signed for a different server. An empty `expected` disables the check (CLOUD-SRVID-01 to CLOUD-SRVID-05).
 */
export function requireServerId(headers: SignedHeaders, expected: string, provider: Provider): void {
  if (expected === "") return;
  const refuse = (why: string) => new Problem("refused", `error validating ${provider.serverIdHeader} header: ${why}`);
  const sent = serverIdHeaders.filter((name) => valuesOfHeader(headers, name).length > 0);
  if (sent.length === 0) throw refuse(`missing header ${quoted(provider.serverIdHeader)}`);
  const value = sent.flatMap((name) => valuesOfHeader(headers, name)).join(",");
  if (value !== expected) throw refuse(`expected ${quoted(expected)} but got another value`);
  const authorization = valuesOfHeader(headers, "authorization");
  if (authorization.length === 0) throw refuse("missing Authorization header");
  const signed = namesSigned(authorization);
  if (!sent.every((name) => signed.includes(name))) throw refuse(`${provider.serviceWord} header wasn't signed`);
}

/** Form of a part of an Authorization header. Parts with whitespace are refused: the provider may split them. */
const partForm = /^\w+=[^\s=]*$/;

/**
 * Returns the header names in the part `SignedHeaders` of the Authorization header. Returns no names if there are
 * several such parts or several headers, since the provider may verify either, or if a part is malformed.
 */
function namesSigned([authorization = "", ...others]: readonly string[]): readonly string[] {
  const parts = authorization
    .slice(authorization.indexOf(" ") + 1)
    .split(",")
    .map((part) => part.trim());
  const [signed = "", ...more] = parts.filter((part) => /^SignedHeaders=/i.test(part));
  if (others.length > 0 || more.length > 0 || !parts.every((part) => partForm.test(part))) return [];
  return signed.slice("SignedHeaders=".length).toLowerCase().split(";");
}
