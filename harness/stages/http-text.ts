import type { Reply } from "#engine/api/request.ts";
import type { ApiBody, ApiReply, ApiRequest } from "./stage.ts";

/** A request as it goes over HTTP. */
export type HttpText = Readonly<{
  method: string;
  target: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}>;

/** Spells `request` as HTTP. */
export function spell({ method, path, base = "/v1/", token, body, headers = {} }: ApiRequest): HttpText {
  const target = `${base}${path.split("/").map(encodeURIComponent).join("/").replaceAll("%3F", "?").replaceAll("%3D", "=")}`;
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

/** Reads a reply; a body that is no JSON is a fault of the service and throws. */
export function understand({ status, headers, body }: Pick<Reply, "status" | "headers" | "body">): ApiReply {
  return { status, headers, body: body === "" ? undefined : (JSON.parse(body) as ApiBody) };
}
