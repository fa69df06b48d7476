import { SignatureV4 } from "@smithy/signature-v4";
import type { CloudKey } from "./embedded/cloud-provider.ts";
import { NodeSha256 } from "./node-sha256.ts";

/** The signed identity request of a principal, in the fields of the `login` endpoint (CLOUD-IAM-01). */
export type IdentityEvidence = Readonly<{
  iam_http_request_method: "GET" | "POST";
  iam_request_url: string;
  iam_request_body: string;
  /** Base64 of a JSON object with the request's headers. Its values are texts. */
  iam_request_headers: string;
}>;

export type IdentityRequest = Readonly<{
  key: CloudKey;
  /** Endpoint of STS to which the request is addressed, such as `https://sts.amazonaws.com`. */
  url: string;
  region: string;
  /** Time of the signature in milliseconds since 1970. */
  date: number;
  /** Id of the server that may accept the request. Default: none. */
  serverId?: string;
  /** Name of the header that contains `serverId`. Default: that of the key's cloud. */
  serverIdHeader?: string;
  extraHeaders?: Readonly<Record<string, string>>;
  /** HTTP method. Default: POST. The parameters of a GET request are in its query. */
  method?: "GET" | "POST";
  /** Form to sign. Default: that of a GetCallerIdentity request for POST, an empty one for GET. */
  body?: string;
  /** Headers that are added or replaced after signing, as an attacker would. The case of names is ignored. */
  afterSigning?: Readonly<Record<string, string>>;
}>;

const identityLookup = "Action=GetCallerIdentity&Version=2011-06-15";

/** Returns the name of the header that contains the server id in requests signed with this key. */
export function serverIdHeaderOf({ serverIdHeader = "X-Svc-Cloud-IAM-Server-ID" }: CloudKey): string {
  return serverIdHeader;
}

/**
 * Signs a GetCallerIdentity request and returns it in the fields that clients send to the service. The signer is that
 * of the AWS SDK, so that it shares no code with the embedded cloud, which verifies the signature.
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
