import { parseBody } from "./body.ts";
import { parseForm } from "./form.ts";
import type { JsonObject } from "./json.ts";
import { Problem, quoted } from "./problem.ts";
import { type RequestLimits, usualRequestLimits } from "./request-limits.ts";
import { trimEnd } from "./trim-ends.ts";
import { unprintable } from "./unprintable.ts";
import { type WrapRequest, wrapRequest } from "./wrap-request.ts";

/** A request as it came over HTTP; nothing is decoded but the characters. */
export type Request = Readonly<{
  method: string;
  /** Path and query as sent, such as `/v1/sys/mounts?list=true`. */
  target: string;
  /** Names in lower case. */
  headers: Readonly<Record<string, string | undefined>>;
  /** The body's text; empty when there is none. */
  body: string;
  /** IP address of the caller. */
  remoteAddress: string;
}>;

/** What of a request comes before its body. */
export type RequestHead = Omit<Request, "body">;

/** A reply as it goes out over HTTP. */
export type Reply = Readonly<{
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string;
  /** What the request is called in the log; left out where no engine has seen it. */
  requestId?: string;
}>;

/** What an operation does with the object at its path. `help` and the like are no operations. */
export type Verb = "read" | "write" | "delete" | "list" | "patch";

/** A request whose place and payload are understood. `path` is without `/v1/` and slashes at its ends. */
export type Call = Readonly<{
  verb: Verb;
  /** The namespace as the header names it; "" is the root. */
  namespace: string;
  path: string;
  /** Whether the path as sent ended in a slash. */
  folder: boolean;
  fields: JsonObject;
  token: string;
  remoteAddress: string;
  /** How the answer shall be wrapped; left out, it goes out as it is. */
  wrap?: WrapRequest;
  /** Whether nothing shall be done but told what could be. */
  help?: true;
}>;

const prefix = "/v1/";

/** Understands `request`, in the order of the reference: body first, then verb, then path. Throws a {@link Problem}. */
export function parseRequest(request: Request, limits: RequestLimits = usualRequestLimits): Call {
  const body = parseBody(request.body, request.headers["content-type"], limits);
  const [rawPath = "", rawQuery = ""] = splitOnce(request.target, "?");
  const query = rawQuery === "" ? {} : parseForm(rawQuery);
  const verb = verbOf(request.method, query);
  // Asked without a body, only the health is told.
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

/** There is nothing to override here, but a malformed value is refused as by the reference. */
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

/** PUT means POST. An unknown verb matches no operation. */
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
