import type { Handle } from "#cluster/http/application.ts";
import { outlineOf } from "#engine/api/json-outline.ts";
import type { Reply, Request } from "#engine/api/request.ts";
import type { Exchanges } from "#harness/history/exchanges.ts";
import { percentDecoded } from "#harness/reports/percent-decoded.ts";
import type { ApiBody, ApiReply, ApiRequest, StageCluster } from "#harness/stages/stage.ts";

/**
 * Longer bodies, and those with more structure, are not told: any client may send them, and all clusters of the process would wait until
 * they are masked and searched.
 */
const toldCharacters = 65_536;
const toldStructure = { nestingLevels: 48, bodyValues: 4_096 };

type Recording = Readonly<{ exchanges: Exchanges; name: string; rootToken: string }>;

const methods: readonly string[] = ["GET", "LIST", "POST", "PUT", "PATCH", "DELETE"] satisfies ApiRequest["method"][];

/** Answers clients as `handle` does, with each request and its answer in the history, whatever client asks. */
export function recordedRequests(handle: Handle, { exchanges, name, rootToken }: Recording): Handle {
  return async (request) => {
    const asked = apiRequestOf(request);
    if (!asked) return handle(request);
    let reply: Reply | undefined;
    const call: StageCluster["call"] = async () => {
      reply = await handle(request);
      return apiReplyOf(reply);
    };
    await exchanges.over({ name, rootToken, call }).call(asked);
    return reply as Reply;
  };
}

/** The request as clients of a stage spell it; undefined for one that asks for no operation, such as HEAD. */
function apiRequestOf({ method, target, headers, body }: Request): ApiRequest | undefined {
  const verb = method === "GET" && /[?&]list=true(&|$)/.test(target) ? "LIST" : method;
  if (!methods.includes(verb) || !target.startsWith("/v1/")) return undefined;
  const bearer = /^Bearer (.+)$/i.exec(headers.authorization ?? "")?.[1];
  const token = headers["x-vault-token"] ?? headers["x-svc-token"] ?? bearer;
  const kept = Object.entries(headers).flatMap(([header, value]) =>
    value === undefined ? [] : [[header.replace(/^x-svc-/, "x-vault-"), value] as const],
  );
  return {
    method: verb as ApiRequest["method"],
    path: percentDecoded(target.slice("/v1/".length)),
    ...(token === undefined ? {} : { token }),
    ...(isTold(body) ? { body: objectIn<Record<string, unknown>>(body) ?? body } : {}),
    headers: Object.fromEntries(kept),
  };
}

function apiReplyOf({ status, headers, body }: Reply): ApiReply {
  const named = Object.entries(headers).map(([header, value]) => [header.toLowerCase(), value]);
  return { status, headers: Object.fromEntries(named), body: isTold(body) ? objectIn<ApiBody>(body) : undefined };
}

function isTold(body: string): boolean {
  if (body === "" || body.length > toldCharacters) return false;
  // What has more structure than that is no better told as a text.
  try {
    outlineOf(body, toldStructure);
    return true;
  } catch {
    return false;
  }
}

/** The object that a body is; undefined where it is something else, such as metrics. */
function objectIn<T extends object>(text: string): T | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as T) : undefined;
  } catch {
    return undefined;
  }
}
