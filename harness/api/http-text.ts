import type { ApiBody, ApiReply, ApiRequest } from "./request.ts";

export type HttpText = Readonly<{
  method: string;
  target: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}>;

const plain = /^[\w/.-]*$/;

function encoded(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/").replaceAll("%3F", "?").replaceAll("%3D", "=");
}

export function formatRequest({ method, path, base = "/v1/", token, body, headers = {} }: ApiRequest): HttpText {
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

type HttpReply = Readonly<{ status: number; headers: Readonly<Record<string, string>>; body: string }>;

export function parseReply({ status, headers, body }: HttpReply): ApiReply {
  return { status, headers, body: body === "" ? undefined : (JSON.parse(body) as ApiBody) };
}
