import { readFileSync } from "node:fs";
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from "node:http";
import { Agent as HttpsAgent, request as requestHttps } from "node:https";
import { formatRequest, parseReply } from "#harness/api/http-text.ts";
import type { ApiReply, ApiRequest } from "#harness/api/request.ts";
import { cleaned, isNamespaceHeader, namespaceOf } from "./permitted.ts";
import { patient, type QuotaWatch } from "./rate-limit.ts";
import type { TargetCluster } from "./target.ts";

const requestTimeoutMilliseconds = 60_000;
const maxAnswerBytes = 16 * 1024 * 1024;

/** Error: a target cannot be used as its file describes it. The message is one line without secrets. */
export class TargetTrouble extends Error {
  override readonly name = "TargetTrouble";
}

export interface TargetClient extends Disposable {
  call(request: ApiRequest): Promise<ApiReply>;
}

type Connection = Pick<TargetCluster, "name" | "api" | "caFile" | "clientCertificate" | "namespace">;

/** Returns the error for a cluster that did not respond. A {@link TargetTrouble} stays as it is. */
export function outOfReach({ name, api }: Pick<TargetCluster, "name" | "api">, cause: unknown): TargetTrouble {
  if (cause instanceof TargetTrouble) return cause;
  return new TargetTrouble(`${name} at ${api} is out of reach: ${unreachableReason(cause)}`, { cause });
}

/** Creates a client for a cluster, which waits if the cluster limits the rate of requests. Throws a {@link TargetTrouble} if a certificate or key cannot be read. */
export function targetClient(
  { name, api, caFile, clientCertificate, namespace }: Connection,
  quotas: QuotaWatch = { hasQuota: false },
): TargetClient {
  const isSecure = api.startsWith("https:");
  const fileOf = (what: string, path: string) => fileContent(`the file with ${what} of ${name}`, path);
  const tls = {
    ...(caFile === undefined ? {} : { ca: fileOf("the CA certificates", caFile) }),
    ...(clientCertificate && {
      cert: fileOf("the client certificate", clientCertificate.certFile),
      key: fileOf("the client key", clientCertificate.keyFile),
    }),
  };
  const agent = isSecure ? new HttpsAgent({ keepAlive: true, ...tls }) : new HttpAgent({ keepAlive: true });
  return {
    call: patient(async (request) => {
      const { method, target, headers, body } = formatRequest(inNamespace(namespace, request));
      const reply = await new Promise<IncomingMessage>((resolve, reject) => {
        const options = {
          method,
          agent,
          // Without a length Node would send a chunked body, which some servers reject for some methods.
          headers: { ...headers, ...(body === "" ? {} : { "content-length": Buffer.byteLength(body) }) },
          ...(request.from === undefined ? {} : { localAddress: request.from }),
          signal: AbortSignal.timeout(requestTimeoutMilliseconds),
        };
        const outgoing = (isSecure ? requestHttps : requestHttp)(api + target, options, resolve);
        outgoing.on("error", reject);
        outgoing.end(body);
      });
      const text = await textOf(reply, name);
      const status = reply.statusCode ?? 0;
      const type = reply.headers["content-type"] ?? "";
      if (text !== "" && !isJson(text)) {
        const what = type === "" ? "something that is not JSON" : `${type.split(";")[0]}, which is not JSON`;
        throw new TargetTrouble(
          `${name} at ${api} answers with ${what} (status ${status}): is this the address of its API?`,
        );
      }
      return parseReply({ status, headers: oneEach(reply.headers), body: text });
    }, quotas),
    [Symbol.dispose]: () => agent.destroy(),
  };
}

export function unreachableReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  if (error.name === "TimeoutError" || error.name === "AbortError") return "no response in time";
  return code === undefined || error.message.includes(code)
    ? error.message || code || error.name
    : `${error.message} (${code})`;
}

/** Paths that servers refuse in a namespace, because they are about the whole server. They need no token. */
const aboutServer = /^sys\/(?:health|seal-status|leader|init)$/;

/** Adds the namespace of the target before that of the request, if it has one. */
function inNamespace(namespace: string | undefined, request: ApiRequest): ApiRequest {
  const own = namespaceOf(request);
  if (namespace === undefined || (own === "" && aboutServer.test(cleaned(request.path)))) return request;
  const others = Object.entries(request.headers ?? {}).filter(([header]) => !isNamespaceHeader(header));
  const whole = own === "" ? namespace : `${namespace}/${own}`;
  return { ...request, headers: { ...Object.fromEntries(others), "x-vault-namespace": whole } };
}

function fileContent(what: string, path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    const why = (cause as NodeJS.ErrnoException).code;
    throw new TargetTrouble(`${what} cannot be read: ${path} (${why})`, { cause });
  }
}

async function textOf(reply: IncomingMessage, name: string): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of reply as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxAnswerBytes) throw new TargetTrouble(`${name} answers with more than ${maxAnswerBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function oneEach(headers: IncomingMessage["headers"]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(", ") : value]],
    ),
  );
}
