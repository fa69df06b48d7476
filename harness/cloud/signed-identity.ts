import { SignatureV4 } from "@smithy/signature-v4";
import type { CloudKey } from "./embedded/cloud-provider.ts";
import { NodeSha256 } from "./node-sha256.ts";

/** The signed request that a principal sends to `login` (CLOUD-IAM-01). */
export type IdentityEvidence = Readonly<{
  iam_http_request_method: "GET" | "POST";
  /** Base64 of the URL. */
  iam_request_url: string;
  /** Base64 of the form. */
  iam_request_body: string;
  /** Base64 of a JSON object whose values are texts. */
  iam_request_headers: string;
}>;

export type IdentityRequest = Readonly<{
  key: CloudKey;
  /** Endpoint of STS in the request, such as `https://sts.amazonaws.com`. */
  url: string;
  region: string;
  /** Time of the signature, in milliseconds since 1970. */
  date: number;
  /** Server that the request is for. Default: none. */
  serverId?: string;
  /** Name of the header with `serverId`. Default: that of the key's cloud. */
  serverIdHeader?: string;
  /** Additional signed headers. */
  extraHeaders?: Readonly<Record<string, string>>;
  /** Method of the request. Default: POST. The parameters of a GET request are in its query. */
  method?: "GET" | "POST";
  /** Signed form. Default: the identity request. */
  body?: string;
  /**
   * Headers that an attacker adds without a signature or, if the name is signed, changes. The case
   * of names is ignored.
   */
  afterSigning?: Readonly<Record<string, string>>;
}>;

const identityLookup = "Action=GetCallerIdentity&Version=2011-06-15";

/** Returns the header of the server ID in requests signed with a key: that of the key's cloud. */
export function serverIdHeaderOf({ serverIdHeader = "X-Svc-Cloud-IAM-Server-ID" }: CloudKey): string {
  return serverIdHeader;
}

/**
 * Signs a GetCallerIdentity request and returns it in the form that clients send to the service.
 * The same arguments give the same request. The signer is the AWS SDK's, so that it shares no code
 * with the embedded cloud, which verifies it.
 */
export async function signCallerIdentity({
  key,
  url,
  region,
  date,
  serverId,
  serverIdHeader = serverIdHeaderOf(key),
  extraHeaders = {},
  afterSigning = {},
  method = "POST",
  body = method === "POST" ? identityLookup : "",
}: IdentityRequest): Promise<IdentityEvidence> {
  const { href, protocol, host, hostname, pathname } = new URL(url);
  const signer = new SignatureV4({
    credentials: key,
    region,
    service: "sts",
    sha256: NodeSha256,
    // AWS's clients send no X-Amz-Content-Sha256 to STS.
    applyChecksum: false,
  });
  const request = {
    method,
    protocol,
    hostname,
    path: pathname,
    query: method === "POST" ? {} : Object.fromEntries(new URLSearchParams(identityLookup)),
    headers: {
      host,
      "content-type": "application/x-www-form-urlencoded; charset=utf-8",
      "content-length": String(body.length),
      ...(serverId === undefined ? {} : { [serverIdHeader]: serverId }),
      ...extraHeaders,
    },
    body,
  };
  const { headers: signed } = await signer.sign(request, { signingDate: new Date(date) });
  // The service that forwards the request derives Host from the URL.
  const { host: _, ...headers } = signed;
  return {
    iam_http_request_method: method,
    iam_request_url: base64(method === "POST" ? href : `${href}?${identityLookup}`),
    iam_request_body: base64(body),
    iam_request_headers: base64(JSON.stringify(changed(headers, afterSigning))),
  };
}

function changed(
  headers: Readonly<Record<string, string>>,
  changes: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const names = new Set(Object.keys(changes).map((name) => name.toLowerCase()));
  const kept = Object.entries(headers).filter(([name]) => !names.has(name.toLowerCase()));
  return { ...Object.fromEntries(kept), ...changes };
}

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}
