import { z } from "zod";
import { isJsonObject, type Json, type JsonObject, parseJson } from "../api/json.ts";
import type { Reply, Request } from "../api/request.ts";
import type { Engine } from "../engine.ts";
import { type Described, dataOf, describedBy, type Operation } from "./described.suite.ts";

/** What was wrong with an answer, in words. */
type Fault = Readonly<{ request: string; why: string }>;

/**
 * Judges successful answers by what clusters say of them at `sys/internal/specs/openapi`: status, type, and shape of the data. A member
 * that is not told is a fault, since objects of fixed members say that they have no others.
 */
export class ShapeJudge {
  /** Operations whose success was met, by their keys. */
  readonly met = new Set<string>();
  readonly faults: Fault[] = [];
  readonly #beginning: Described;

  /** `beginning` describes a cluster as it begins; one that cannot be asked later is judged by it too. */
  constructor(beginning: Described) {
    this.#beginning = beginning;
  }

  /** A cluster's `handle` whose replies are judged. */
  watching(handle: Engine["handle"]): Engine["handle"] {
    const known = new Map([["", this.#beginning]]);
    return async (request) => {
      // Before it is done: what is asked may end the mount that serves it.
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
    const why = operation ? faultIn(reply, operation) : "no operation is told";
    if (operation) this.met.add(operation.key);
    if (why !== undefined) this.faults.push({ request: `${request.method} ${request.target}`, why });
  }
}

/** Whether other mounts may be there after it; a move goes on after it was answered. */
function mayMoveMounts({ method, target }: Request): boolean {
  return (
    /^\/v1\/sys\/(mounts|auth|namespaces|remount)\b/.test(target) && (method !== "GET" || target.includes("/remount/"))
  );
}

/** Help is told in a form of its own, and browsers' own questions are no operation. */
function isUndescribed({ method, target }: Request): boolean {
  return method === "OPTIONS" || /[?&]help=/.test(target);
}

function faultIn({ status, headers, body }: Reply, { responses }: Operation): string | undefined {
  const told = responses[status] ?? responses.default;
  if (!told) return `the status ${status} is not told`;
  const [type = ""] = (headers["content-type"] ?? "").split(";", 1);
  if (body === "") return status === 200 && told.content ? "the body is missing" : undefined;
  const content = told.content?.[type];
  if (told.content && !content) return `the type ${type} is not told`;
  if (type !== "application/json") return undefined;
  const answer = parseJson(body) as Json;
  if (!content) return isJsonObject(answer) && answer.data === null ? undefined : "data are not told";
  return faultInBody(answer, content.schema);
}

function faultInBody(answer: Json, schema: JsonObject): string | undefined {
  const data = dataOf(schema);
  if (!data) return faultInValue(answer, schema);
  if (!isJsonObject(answer)) return "it has no envelope";
  // Data are left out where there is something else, and only there.
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
