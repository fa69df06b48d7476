import { readFileSync } from "node:fs";
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from "node:http";
import { Agent as HttpsAgent, request as requestHttps } from "node:https";
import { spell, understand } from "#harness/stages/http-text.ts";
import type { ApiReply, ApiRequest } from "#harness/stages/stage.ts";
import type { TargetCluster } from "./target.ts";

/** How long a client waits for an answer: longer than such a service lets anything take. */
const requestTimeoutMilliseconds = 60_000;
/** No answer that a scenario looks at is longer; what is, is no such service's. */
const maxAnswerBytes = 16 * 1024 * 1024;

/** A cluster of a target is not what its file says. The message is one line for people, without secrets. */
export class TargetTrouble extends Error {
  override readonly name = "TargetTrouble";
}

/** Asks one cluster of a target over HTTP, or over TLS with the certificates that its file names. Disposing closes its connections. */
export interface TargetClient extends Disposable {
  call(request: ApiRequest): Promise<ApiReply>;
}

/** A client of `cluster`. Throws a {@link TargetTrouble} when the file of its certificates cannot be read. */
export function targetClient({ name, api, caFile }: Pick<TargetCluster, "name" | "api" | "caFile">): TargetClient {
  const isSecure = api.startsWith("https:");
  const ca = caFile === undefined ? {} : { ca: certificatesIn(name, caFile) };
  const agent = isSecure ? new HttpsAgent({ keepAlive: true, ...ca }) : new HttpAgent({ keepAlive: true });
  return {
    async call(request) {
      const { method, target, headers, body } = spell(request);
      const reply = await new Promise<IncomingMessage>((resolve, reject) => {
        const options = {
          method,
          agent,
          // Without a length Node would send a body in chunks, which not every server takes for every method.
          headers: { ...headers, ...(body === "" ? {} : { "content-length": Buffer.byteLength(body) }) },
          signal: AbortSignal.timeout(requestTimeoutMilliseconds),
        };
        const asked = (isSecure ? requestHttps : requestHttp)(api + target, options, resolve);
        asked.on("error", reject);
        asked.end(body);
      });
      const text = await textOf(reply, name);
      const status = reply.statusCode ?? 0;
      const type = reply.headers["content-type"] ?? "";
      if (text !== "" && !isJson(text)) {
        const what = type === "" ? "something that is no JSON" : `${type.split(";")[0]}, which is no JSON`;
        throw new TargetTrouble(
          `${name} at ${api} answers with ${what} (status ${status}): is this the address of its API?`,
        );
      }
      return understand({ status, headers: oneEach(reply.headers), body: text });
    },
    [Symbol.dispose]: () => agent.destroy(),
  };
}

/** Why a request came to nothing, in a few words for people. */
export function unreachableReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  if (error.name === "TimeoutError" || error.name === "AbortError") return "it does not answer in time";
  return code === undefined || error.message.includes(code)
    ? error.message || code || error.name
    : `${error.message} (${code})`;
}

function certificatesIn(name: string, caFile: string): string {
  try {
    return readFileSync(caFile, "utf8");
  } catch (cause) {
    const why = (cause as NodeJS.ErrnoException).code;
    throw new TargetTrouble(`the file with the certificates of ${name} cannot be read: ${caFile} (${why})`, { cause });
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
