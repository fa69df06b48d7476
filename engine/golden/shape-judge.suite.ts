import { z } from "zod";
import { isJsonObject, type Json, type JsonObject, parseJson } from "../api/json.ts";
import type { Reply, Request } from "../api/request.ts";
import type { Engine } from "../engine.ts";
import { type Described, dataOf, describedBy, type Operation } from "./described.suite.ts";

type Fault = Readonly<{ request: string; why: string }>;

/**
 * Compares successful replies with the cluster's OpenAPI document (`sys/internal/specs/openapi`):
 * status, content type and schema of the body.
 */
export class ShapeJudge {
  readonly succeeded = new Set<string>();
  readonly faults: Fault[] = [];
  readonly #beginning: Described;

  constructor(beginning: Described) {
    this.#beginning = beginning;
  }

  checking(handle: Engine["handle"]): Engine["handle"] {
    const known = new Map([["", this.#beginning]]);
    return async (request) => {
      // Reads the description first: the request may delete the mount that serves it.
      const namespace = request.headers["x-vault-namespace"] ?? "";
      const described = known.get(namespace) ?? (await describedBy(handle, namespace)) ?? this.#beginning;
      known.set(namespace, described);
      const reply = await handle(request);
      this.#judge(request, reply, described);
      if (mayMoveMounts(request)) known.clear();
      return reply;
    };
  }

  #judge(request: Request, reply: Reply, described: Described): void {
    if (reply.status >= 300 || isUndescribed(request)) return;
    const operation = described.find(request);
    const why = operation ? faultIn(reply, operation) : "the operation is undocumented";
    if (operation) this.succeeded.add(operation.key);
    if (why !== undefined) this.faults.push({ request: `${request.method} ${request.target}`, why });
  }
}

function mayMoveMounts({ method, target }: Request): boolean {
  return (
    /^\/v1\/sys\/(mounts|auth|namespaces|remount)\b/.test(target) && (method !== "GET" || target.includes("/remount/"))
  );
}

function isUndescribed({ method, target }: Request): boolean {
  return method === "OPTIONS" || /[?&]help=/.test(target);
}

function faultIn({ status, headers, body }: Reply, { responses }: Operation): string | undefined {
  const documented = responses[status] ?? responses.default;
  if (!documented) return `the status ${status} is undocumented`;
  const [type = ""] = (headers["content-type"] ?? "").split(";", 1);
  if (body === "") return status === 200 && documented.content ? "the body is missing" : undefined;
  const content = documented.content?.[type];
  if (documented.content && !content) return `the content type ${type} is undocumented`;
  if (type !== "application/json") return undefined;
  const answer = parseJson(body) as Json;
  if (!content) return isJsonObject(answer) && answer.data === null ? undefined : "the data are undocumented";
  return faultInBody(answer, content.schema);
}

function faultInBody(answer: Json, schema: JsonObject): string | undefined {
  const data = dataOf(schema);
  if (!data) return faultInValue(answer, schema);
  if (!isJsonObject(answer)) return "the reply has no envelope";
  // `data` may be null if the reply has a wrapped response or auth instead.
  if (answer.data === null && (answer.wrap_info !== null || answer.auth !== null)) return undefined;
  return faultInValue(answer.data ?? null, isNothing(data) ? data : { ...data, nullable: false });
}

function isNothing({ enum: values }: JsonObject): boolean {
  return Array.isArray(values) && values[0] === null;
}

function faultInValue(value: Json, schema: JsonObject): string | undefined {
  const shape = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0], { defaultTarget: "openapi-3.0" });
  const { error } = shape.safeParse(value);
  return error && z.prettifyError(error).replaceAll("\n", " ");
}
