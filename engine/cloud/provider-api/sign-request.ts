import { timeParts } from "../../api/values/time.ts";
import { LruCache } from "../../core/collections/lru-cache.ts";
import type { Instant } from "../../ports/clock.ts";
import type { CloudRequest } from "../../ports/cloud.ts";
import type { Cryptography } from "../../ports/cryptography.ts";
import type { Credentials } from "./credentials.ts";

export type UnsignedRequest = Readonly<{
  /** URL without a query string. */
  url: string;
  service: string;
  region: string;
  body: string;
  timeoutMilliseconds: number;
}>;

const algorithm = "AWS4-HMAC-SHA256";
const contentType = "application/x-www-form-urlencoded; charset=utf-8";

/** Signs a request with AWS Signature Version 4. Source: AWS IAM User Guide. */
export function signRequest(
  { url, service, region, body, timeoutMilliseconds }: UnsignedRequest,
  { credentials, now, cryptography }: Readonly<{ credentials: Credentials; now: Instant; cryptography: Cryptography }>,
): CloudRequest {
  const [, host = "", path = ""] = /^https?:\/\/([^/]*)(.*)$/s.exec(url) ?? [];
  const [date, time] = timeParts(now).map((part) => part.replaceAll(/[-:]/g, ""));
  const stamp = `${date}T${time}Z`;
  const { accessKeyId, secretAccessKey, sessionToken } = credentials;
  const signed: readonly (readonly [name: string, value: string])[] = [
    ["content-type", contentType],
    ["host", host],
    ["x-amz-date", stamp],
    ...(sessionToken === undefined ? [] : [["x-amz-security-token", sessionToken] as const]),
  ];
  const names = signed.map(([name]) => name).join(";");
  const canonical = [
    "POST",
    path.split("/").map(encoded).join("/") || "/",
    "",
    ...signed.map(([name, value]) => `${name}:${value}`),
    "",
    names,
    cryptography.sha256(body),
  ].join("\n");
  const scope = [date ?? "", region, service, "aws4_request"];
  const key = signingKey(scope.join("/"), credentials, () =>
    scope.reduce<string | Uint8Array>(cryptography.hmac, `AWS4${secretAccessKey}`),
  );
  const text = [algorithm, stamp, scope.join("/"), cryptography.sha256(canonical)].join("\n");
  const credential = `Credential=${[accessKeyId, ...scope].join("/")}`;
  const signature = `Signature=${cryptography.hmac(key, text).toHex()}`;
  const authorization = `${algorithm} ${credential}, SignedHeaders=${names}, ${signature}`;
  return { method: "POST", url, headers: [...signed, ["authorization", authorization]], body, timeoutMilliseconds };
}

type SigningKeys = LruCache<string, string | Uint8Array>;

const maxScopes = 32;

const keysMade = new WeakMap<Credentials, SigningKeys>();

function signingKey(scope: string, credentials: Credentials, derive: () => string | Uint8Array): string | Uint8Array {
  const keys: SigningKeys = keysMade.get(credentials) ?? new LruCache({ limit: maxScopes });
  keysMade.set(credentials, keys);
  const key = keys.get(scope) ?? derive();
  keys.set(scope, key);
  return key;
}

export function formOf(parameters: Readonly<Record<string, string>>): string {
  return Object.entries(parameters)
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .join("&");
}

function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
