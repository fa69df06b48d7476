import { Problem, quoted } from "../../../api/problem.ts";
import { type Provider, serverIdHeaders } from "../../provider.ts";
import { type SignedHeaders, valuesOfHeader } from "./signed-headers.ts";

/**
 * Checks that the request was signed for this server and is not replayed from another one. An empty
 * `expected` disables the check. Throws a Problem (CLOUD-SRVID-01 to CLOUD-SRVID-05).
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

/** A part of an Authorization header. Other parsers may split a part at whitespace. */
const partForm = /^\w+=[^\s=]*$/;

/**
 * Returns the names in the only `SignedHeaders` part, or none if there are several parts or
 * Authorization headers: the provider may verify either.
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
