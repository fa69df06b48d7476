import type { Handle } from "#cluster/http/application.ts";
import type { Reply, Request } from "#engine/api/request.ts";
import { outlineOf } from "#engine/api/values/json-outline.ts";
import type { ApiBody, ApiReply, ApiRequest } from "#harness/api/request.ts";
import type { Exchanges } from "#harness/history/exchanges.ts";
import { percentDecoded } from "#harness/masking/percent-decoded.ts";
import type { StageCluster } from "#harness/stages/stage.ts";

/**
 * Maximum length of a body that is recorded, in characters. Masking a larger body would delay all clusters of the
 * process.
 */
const maxCharacters = 65_536;
const maxStructure = { nestingLevels: 48, bodyValues: 4_096 };

type Recording = Readonly<{ exchanges: Exchanges; name: string; rootToken: string }>;

const methods: readonly string[] = ["GET", "LIST", "POST", "PUT", "PATCH", "DELETE"] satisfies ApiRequest["method"][];

/** Records API requests (method of the API, path below `/v1/`) and their answers, without bodies over the limits. */
export function recordedRequests(handle: Handle, { exchanges, name, rootToken }: Recording): Handle {
  return async (request) => {
    const apiRequest = apiRequestOf(request);
    if (!apiRequest) return handle(request);
    let reply: Reply | undefined;
    const call: StageCluster["call"] = async () => {
      reply = await handle(request);
      return apiReplyOf(reply);
    };
    await exchanges.over({ name, rootToken, call }).call(apiRequest);
    return reply as Reply;
  };
}

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
    ...(isRecorded(body) ? { body: objectIn<Record<string, unknown>>(body) ?? body } : {}),
    headers: Object.fromEntries(kept),
  };
}

function apiReplyOf({ status, headers, body }: Reply): ApiReply {
  const named = Object.entries(headers).map(([header, value]) => [header.toLowerCase(), value]);
  return { status, headers: Object.fromEntries(named), body: isRecorded(body) ? objectIn<ApiBody>(body) : undefined };
}

function isRecorded(body: string): boolean {
  if (body === "" || body.length > maxCharacters) return false;
  // A body with more structure is not recorded, not even as text.
  try {
    outlineOf(body, maxStructure);
    return true;
  } catch {
    return false;
  }
}

function objectIn<T extends object>(text: string): T | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as T) : undefined;
  } catch {
    return undefined;
  }
}
