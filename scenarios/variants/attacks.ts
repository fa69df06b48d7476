import type { CloudKey } from "#harness/cloud/embedded/cloud-provider.ts";
import { type IdentityEvidence, serverIdHeaderOf } from "#harness/cloud/signed-identity.ts";
import type { Fields } from "../values.ts";

type Request = Readonly<{ url: string; body: string; headers: Readonly<Record<string, unknown>> }>;

function headerOf({ headers }: Request, wanted: string): string {
  const found = Object.entries(headers).find(([name]) => name.toLowerCase() === wanted.toLowerCase());
  if (!found) throw new Error(`the request has no ${wanted}`);
  return String(found[1]);
}

function withHeader(request: Request, wanted: string, value: unknown): Request {
  const others = Object.entries(request.headers).filter(([name]) => name.toLowerCase() !== wanted.toLowerCase());
  return { ...request, headers: { ...Object.fromEntries(others), [wanted]: value } };
}

function inAuthorization(request: Request, part: RegExp, other: string): Request {
  const authorization = headerOf(request, "authorization");
  const changed = authorization.replace(part, other);
  if (changed === authorization) throw new Error(`there is no ${part} in ${authorization.replace(/Signature=.*/, "")}`);
  return withHeader(request, "authorization", changed);
}

const inBody = (request: Request, part: string, other: string) => ({
  ...request,
  body: request.body.replace(part, other),
});
const otherSeconds = (seconds: string) => String((Number(seconds) + 1) % 60).padStart(2, "0");

/** Changes that an attacker makes to a signed request. `key` signed it; `mallory` is the key of the attacker. */
export const attacks: Readonly<Record<string, (request: Request, key: CloudKey, mallory: CloudKey) => Request>> = {
  "the server ID taken out of the signed headers": (request, key) =>
    inAuthorization(request, new RegExp(`;${serverIdHeaderOf(key).toLowerCase()}`), ""),
  "a second Host header": (request) => withHeader(request, "Host", [new URL(request.url).host, "mallory.example"]),
  "a Host header of another host": (request) => ({
    ...withHeader(request, "Host", new URL(request.url).host),
    url: "https://mallory.example/",
  }),
  "a second server ID": (request, key) => withHeader(request, serverIdHeaderOf(key), ["oslo.example", "lima.example"]),
  "another action in the query": (request) => ({ ...request, url: `${request.url}?Action=GetSessionToken` }),
  "another version in the query": (request) => ({ ...request, url: `${request.url}?Version=2010-05-08` }),
  "another action in the body": (request) => inBody(request, "GetCallerIdentity", "GetSessionToken"),
  "a body that its hash is not of": (request) => withHeader(request, "X-Amz-Content-Sha256", "0".repeat(64)),
  "a header that was not signed": (request) => withHeader(request, "X-Amz-Security-Token", "mallory"),
  "a second action in the body": (request) => ({ ...request, body: `${request.body}&Action=GetSessionToken` }),
  "another version in the body": (request) => inBody(request, "2011-06-15", "2010-05-08"),
  "one more parameter in the body": (request) => ({ ...request, body: `${request.body}&RoleArn=ada` }),
  "the URL of another host": (request) => ({ ...request, url: "https://mallory.example/" }),
  "a path that climbs out of the endpoint": (request) => ({ ...request, url: `${request.url}a/../../b` }),
  "the signature in the query": (request) => {
    const [, signature = ""] = /Signature=(\w+)/.exec(headerOf(request, "authorization")) ?? [];
    return { ...request, url: `${request.url}?X-Amz-Signature=${signature}` };
  },
  "a presigned URL of another host": (request) => {
    const query = new URLSearchParams({ Action: "GetCallerIdentity", "X-Amz-Algorithm": "AWS4-HMAC-SHA256" });
    return { ...request, url: `https://mallory.example/?${query}` };
  },
  "a second Authorization header": (request) => {
    const authorization = headerOf(request, "authorization");
    return withHeader(request, "authorization", [authorization, authorization]);
  },
  "the action twice in the body": (request) => ({ ...request, body: `Action=GetCallerIdentity&${request.body}` }),
  "the action in escapes in the body": (request) => inBody(request, "Action", "%41ction"),
  "a header that is folded over two lines": (request, key) =>
    withHeader(request, serverIdHeaderOf(key), "oslo.example\r\n lima.example"),
  "a line break and another header in a header": (request) =>
    withHeader(request, "X-Amz-Date", `${headerOf(request, "x-amz-date")}\r\nHost: mallory.example`),
  "another region in the scope": (request) => inAuthorization(request, /(?<=\/\d{8}\/)[\w-]+/, "ap-south-2"),
  "a later date": (request) =>
    withHeader(request, "X-Amz-Date", headerOf(request, "x-amz-date").replace(/\d{2}(?=Z)/, otherSeconds)),
  "the access key of Mallory in the scope": (request, _key, mallory) =>
    inAuthorization(request, /(?<=Credential=)\w+/, mallory.accessKeyId),
  "a second list of signed headers": (request) =>
    inAuthorization(request, /(?<=Credential=[^,]*)(?=,)/, " SignedHeaders=host;x-amz-date"),
  "a name and password in the URL": (request) => ({ ...request, url: request.url.replace("://", "://ada:secret@") }),
  "the content type of JSON": (request) => withHeader(request, "content-type", "application/json"),
};

export function withChange(evidence: IdentityEvidence, change: (request: Request) => Request): Fields {
  const { iam_request_url: url, iam_request_body: body, iam_request_headers: headers } = evidence;
  const request = change({ url: atob(url), body: atob(body), headers: JSON.parse(atob(headers)) });
  return {
    ...evidence,
    iam_request_url: btoa(request.url),
    iam_request_body: btoa(request.body),
    iam_request_headers: request.headers,
  };
}
