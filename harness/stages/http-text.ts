import type { ApiBody, ApiReply, ApiRequest } from "./stage.ts";

/** A request as it goes over HTTP. */
export type HttpText = Readonly<{
  method: string;
  target: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}>;

/** A path that is the same when it is encoded: most are. */
const plain = /^[\w/.-]*$/;

function encoded(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/").replaceAll("%3F", "?").replaceAll("%3D", "=");
}

/** Spells `request` as HTTP. */
export function spell({ method, path, base = "/v1/", token, body, headers = {} }: ApiRequest): HttpText {
  const target = `${base}${plain.test(path) ? path : encoded(path)}`;
  return {
    method,
    target,
    headers: {
      ...(token === undefined ? {} : { "x-vault-token": token }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    body: body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body),
  };
}

/** A reply as it came over HTTP; names of headers in lower case. */
type HttpReply = Readonly<{ status: number; headers: Readonly<Record<string, string>>; body: string }>;

/** Reads a reply; a body that is no JSON is a fault of the service and throws. */
export function understand({ status, headers, body }: HttpReply): ApiReply {
  return { status, headers, body: body === "" ? undefined : (JSON.parse(body) as ApiBody) };
}
