import { CloudError } from "../cloud-error.ts";

export type Authorization = Readonly<{
  accessKeyId: string;
  scope: Readonly<{ date: string; region: string; service: string; terminator: string }>;
  /** Names of the signed headers in lower case, sorted, without duplicates. */
  signedHeaders: readonly string[];
  /** 64 hexadecimal digits. */
  signature: string;
}>;

const algorithm = "AWS4-HMAC-SHA256";
const partCount = 3;

/**
 * Parses an `Authorization` header. Throws IncompleteSignature, whose message explains the mistake without quoting the
 * header. Source: AWS IAM User Guide, "Create a signed AWS API request", step 6.
 */
export function parseAuthorization(header: string): Authorization {
  const [, scheme, rest] = /^\s*(\S+)\s+(.*)$/s.exec(header) ?? [];
  if (scheme !== algorithm || rest === undefined) {
    throw incomplete(`the Authorization header must begin with ${algorithm}`);
  }
  const parts = partsOf(rest);
  return authorizationFromParts(scheme, {
    Credential: partNamed("Credential", parts),
    SignedHeaders: partNamed("SignedHeaders", parts),
    Signature: partNamed("Signature", parts),
  });
}

/** Parses the parts of a signature that are sent separately, as in a presigned request. Throws IncompleteSignature. */
export function authorizationFromParts(
  scheme: string,
  parts: Readonly<Record<"Credential" | "SignedHeaders" | "Signature", string>>,
): Authorization {
  if (scheme !== algorithm) throw incomplete(`the algorithm must be ${algorithm}`);
  const signature = parts.Signature;
  if (!/^[0-9a-f]{64}$/.test(signature)) throw incomplete("Signature must be 64 hexadecimal digits in lower case");
  return {
    ...credentialOf(parts.Credential),
    signedHeaders: signedHeadersOf(parts.SignedHeaders),
    signature,
  };
}

function partsOf(text: string): ReadonlyMap<string, string> {
  const parts = new Map<string, string>();
  for (const part of text.split(",")) {
    const [, name, value] = /^\s*(\w+)=(\S*)\s*$/.exec(part) ?? [];
    if (name === undefined || value === undefined) throw incomplete("the Authorization header is not name=value, …");
    if (parts.has(name)) throw incomplete("a part of the Authorization header is given twice");
    parts.set(name, value);
  }
  if (parts.size > partCount) throw incomplete("the Authorization header has a part that does not belong there");
  return parts;
}

function partNamed(name: string, parts: ReadonlyMap<string, string>): string {
  const value = parts.get(name);
  if (!value) throw incomplete(`the Authorization header has no ${name}`);
  return value;
}

function credentialOf(text: string): Pick<Authorization, "accessKeyId" | "scope"> {
  const [accessKeyId, date, region, service, terminator, ...more] = text.split("/");
  if (!accessKeyId || !date || !region || !service || !terminator || more.length > 0) {
    throw incomplete("Credential must be key id, date, region, service and terminator, with slashes between them");
  }
  return { accessKeyId, scope: { date, region, service, terminator } };
}

function signedHeadersOf(text: string): readonly string[] {
  const names = text.split(";");
  const sorted = names.every((name, index) => name !== "" && (index === 0 || (names[index - 1] ?? "") < name));
  if (!sorted || text !== text.toLowerCase()) {
    throw incomplete("SignedHeaders must be names in lower case, sorted, each once");
  }
  return names;
}

export function incomplete(reason: string): CloudError {
  return new CloudError("IncompleteSignature", `Incomplete signature: ${reason}.`);
}
