import type { JsonObject } from "./json.ts";
import { Problem, quoted } from "./problem.ts";
import { parseBody } from "./requests/body.ts";
import { parseForm } from "./requests/form.ts";
import { type RequestLimits, usualRequestLimits } from "./requests/request-limits.ts";
import { type WrapRequest, wrapRequest } from "./requests/wrap-request.ts";
import { trimEnd } from "./values/trim-ends.ts";
import { unprintable } from "./values/unprintable.ts";

export type Request = Readonly<{
  method: string;
  target: string;
  headers: Readonly<Record<string, string | undefined>>;
  body: string;
  remoteAddress: string;
}>;

export type RequestHead = Omit<Request, "body">;

export type Reply = Readonly<{
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string;
  requestId?: string;
}>;

export type Verb = "read" | "write" | "delete" | "list" | "patch";

/** A parsed request. `path` has no prefix `/v1/`, and no slash at its beginning or end. */
export type Call = Readonly<{
  verb: Verb;
  /** Namespace header of the request; `""` if it has none. */
  namespace: string;
  path: string;
  folder: boolean;
  fields: JsonObject;
  token: string;
  remoteAddress: string;
  wrap?: WrapRequest;
  help?: true;
}>;

const prefix = "/v1/";

/** Parses `request`, and reports errors in the order of the reference: body, verb, path. Throws a {@link Problem}. */
export function parseRequest(request: Request, limits: RequestLimits = usualRequestLimits): Call {
  const body = parseBody(request.body, request.headers["content-type"], limits);
  const [rawPath = "", rawQuery = ""] = splitOnce(request.target, "?");
  const query = rawQuery === "" ? {} : parseForm(rawQuery);
  const verb = verbOf(request.method, query);
  // HEAD is supported only for the health status.
  if (request.method === "HEAD" && rawPath !== "/v1/sys/health") throw new Problem("unsupported operation", "");
  if (verb === "patch") requireMergePatch(request.headers["content-type"]);
  if (!rawPath.startsWith(prefix)) throw new Problem("absent", "");
  const path = decodePath(rawPath.slice(prefix.length));
  const folder = path.endsWith("/");
  if (folder && (verb === "write" || verb === "patch")) {
    throw new Problem("refused", "cannot write to a path ending in '/'");
  }
  const reads = verb === "read" || verb === "list" || verb === "delete";
  const wrap = wrapRequest(request.headers);
  requireTruth(request.headers, "X-Vault-Policy-Override");
  return {
    verb,
    namespace: request.headers["x-vault-namespace"] ?? request.headers["x-svc-namespace"] ?? "",
    path: folder ? trimEnd(path, "/") : path,
    folder,
    fields: reads ? query : body,
    token: tokenOf(request.headers),
    remoteAddress: request.remoteAddress,
    ...(wrap ? { wrap } : {}),
    ...(verb === "read" && query.help ? { help: true } : {}),
  };
}

const mergePatch = "application/merge-patch+json";

function requireMergePatch(contentType = ""): void {
  const given = contentType.split(";", 1)[0]?.trim().toLowerCase();
  if (given === mergePatch) return;
  throw new Problem("unsupported content", `PATCH requires Content-Type of ${mergePatch}, provided ${given}`);
}

function requireTruth(headers: Request["headers"], name: string): void {
  const text = headers[name.toLowerCase()] ?? "";
  if (/^(|1|t|true|0|f|false)$/i.test(text)) return;
  throw new Problem(
    "refused",
    `failed to parse ${name} header: strconv.ParseBool: parsing ${quoted(text)}: invalid syntax`,
  );
}

function tokenOf(headers: Request["headers"]): string {
  const own = headers["x-vault-token"] ?? headers["x-svc-token"];
  if (own) return own;
  const bearer = /^Bearer (\S+)$/i.exec(headers.authorization ?? "");
  return bearer?.[1] ?? "";
}

function verbOf(method: string, query: JsonObject): Verb {
  switch (method) {
    case "GET":
      if (query.list === undefined || /^(0|f|false)$/i.test(String(query.list))) return "read";
      if (/^(1|t|true)$/i.test(String(query.list))) return "list";
      throw new Problem("malformed", "");
    case "HEAD":
      return "read";
    case "LIST":
      return "list";
    case "POST":
    case "PUT":
      return "write";
    case "DELETE":
      return "delete";
    case "PATCH":
      return "patch";
    default:
      throw new Problem("unsupported operation", "");
  }
}

function decodePath(path: string): string {
  let decoded: string;
  try {
    decoded = path.includes("%") ? decodeURIComponent(path) : path;
  } catch (cause) {
    throw new Problem("malformed", "the path is not valid percent-encoded UTF-8", { cause });
  }
  if (/(^|\/)\.\.?(\/|$)|\/\/|^\//.test(decoded)) throw new Problem("malformed", "relative paths not supported");
  if (unprintable.test(decoded)) throw new Problem("malformed", "control characters in the path");
  if (!decoded.isWellFormed()) throw new Problem("malformed", "half of a surrogate pair in the path");
  return decoded;
}

function splitOnce(text: string, separator: string): string[] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + separator.length)];
}
