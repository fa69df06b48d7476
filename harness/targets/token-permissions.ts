import type { ApiReply, ApiRequest } from "#harness/api/request.ts";
import { cleaned } from "./permitted.ts";
import type { Target } from "./target.ts";

type Cluster = Readonly<{ name: string; rootToken: string; call(request: ApiRequest): Promise<ApiReply> }>;
type Refused = Readonly<{ cluster: string; request: ApiRequest; status: number | null }>;

/** Capability that a request needs. A write needs one of two. */
const needed: Readonly<Record<ApiRequest["method"], readonly string[]>> = {
  GET: ["read"],
  LIST: ["list"],
  POST: ["create", "update"],
  PUT: ["create", "update"],
  PATCH: ["patch"],
  DELETE: ["delete"],
};

/**
 * Returns a line if a server refused a request with the token of the target because this token may not do enough.
 * Returns undefined if the request had another token, or if the token has every right that the request needs: then the
 * refusal is an answer of the server like any other.
 */
export async function whyRefused(
  { cluster: name, request, status }: Refused,
  target: Pick<Target, "clusters">,
  clusterOf: (name: string) => Cluster | undefined,
): Promise<string | undefined> {
  const cluster = clusterOf(name);
  const path = cleaned(request.path);
  // Servers refuse with status 400 to create a token with policies that its creator does not have.
  const isForbidden = status === 403 || (status === 400 && /^auth\/token\/create/.test(path));
  if (!cluster || !isForbidden || request.token !== cluster.rootToken) return undefined;
  const variable = target.clusters.find((one) => one.name === name)?.tokenVariable;
  const line = `${name} answers ${request.method} ${path} with ${status}: the token in ${variable}`;
  const ask = (asked: ApiRequest) =>
    cluster.call({ ...asked, token: cluster.rootToken, ...(request.headers ? { headers: request.headers } : {}) });
  const self = await ask({ method: "GET", path: "auth/token/lookup-self" });
  if (self.status === 403) return `${line} is no longer valid`;
  if (includes(self.body?.data?.policies, ["root"])) return undefined;
  const { body } = await ask({ method: "POST", path: "sys/capabilities-self", body: { paths: [path] } });
  const capabilities = body?.data?.[path] ?? body?.data?.capabilities;
  const mayDoIt =
    includes(capabilities, ["root"]) ||
    (includes(capabilities, ["sudo"]) && includes(capabilities, needed[request.method]));
  return mayDoIt ? undefined : `${line} may not do this`;
}

function includes(list: unknown, some: readonly string[]): boolean {
  return Array.isArray(list) && some.some((one) => list.includes(one));
}
