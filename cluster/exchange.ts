import { type Agent, request as askPlainly } from "node:http";
import { request as askSecurely } from "node:https";
import { isIP } from "node:net";

/** An HTTP request and options for its exchange. A header name may occur several times. */
export type Exchange = Readonly<{
  method: string;
  url: string;
  headers: readonly (readonly [name: string, value: string])[];
  body: string;
  timeoutMilliseconds: number;
  answerLimitBytes: number;
  /** Agent that reuses connections. Default: a new connection for this exchange. */
  agent?: Agent | undefined;
  /** Certificates (PEM) of authorities that are trusted for `https`. Default: the authorities that Node trusts. */
  roots?: readonly string[];
  signal?: AbortSignal;
  /** Local address of the connection. Default: the system's choice. */
  localAddress?: string | undefined;
}>;

export type ExchangeAnswer = Readonly<{ status: number; contentType: string; body: string }>;

/** Names, in lower case, of request headers that are not sent as the caller set them. */
const framing = new Set([
  "connection",
  "content-length",
  "expect",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/**
 * Sends a request and returns the response. Redirects are not followed. Rejects with an Error, for example after the
 * timeout. The message contains at most the origin of the address.
 */
export async function exchange(asked: Exchange): Promise<ExchangeAnswer> {
  const url = URL.parse(asked.url);
  if (!url || !/^https?:$/.test(url.protocol)) throw new Error("the address of the request is not an HTTP address");
  try {
    return await ask(url, asked);
  } catch (error) {
    // Only the origin of the address is logged, since a query may contain a signature.
    throw new Error(`no answer from ${url.origin}: ${why(error)}`);
  }
}

/** Uses one timer and listeners, since creating abort signals for each exchange would be slow. */
function ask(
  url: URL,
  { method, headers, body, timeoutMilliseconds, answerLimitBytes, agent, roots, signal, localAddress }: Exchange,
): Promise<ExchangeAnswer> {
  const kept = headers.filter(([name]) => !framing.has(name.toLowerCase()));
  // Unlike an object, a list of headers is sent unchanged: same order, same capitals, nothing added.
  const list = kept.flat();
  if (!kept.some(([name]) => name.toLowerCase() === "host")) list.push("Host", url.host);
  const length = Buffer.byteLength(body);
  if (length > 0 || method !== "GET") list.push("Content-Length", String(length));
  list.push("Connection", agent ? "keep-alive" : "close");
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const options = {
    ...{ method, host, path: url.pathname + url.search, headers: list, agent: agent ?? false, setHost: false },
    ...(url.port === "" ? {} : { port: url.port }),
    ...(localAddress === undefined ? {} : { localAddress }),
  };
  return new Promise((resolve, reject) => {
    const sent =
      url.protocol === "https:"
        ? // The certificate is verified for the address that is dialled, not for the Host header.
          askSecurely({ ...options, servername: isIP(host) ? "" : host, ...(roots ? { ca: [...roots] } : {}) })
        : askPlainly(options);
    const breakOff = (reason: unknown) => {
      settle(() => reject(reason));
      sent.destroy();
    };
    const stop = () => breakOff(signal?.reason);
    const timer = setTimeout(
      () => breakOff(new Error(`nothing within ${timeoutMilliseconds} ms`)),
      timeoutMilliseconds,
    );
    timer.unref();
    signal?.addEventListener("abort", stop);
    const settle = (outcome: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
      outcome();
    };
    sent.on("error", breakOff);
    sent.on("response", (answer) => {
      const chunks: Buffer[] = [];
      let received = 0;
      answer.on("error", breakOff);
      answer.on("data", (chunk: Buffer) => {
        received += chunk.length;
        if (received <= answerLimitBytes) chunks.push(chunk);
        else breakOff(new Error(`the answer is longer than ${answerLimitBytes} bytes`));
      });
      answer.on("end", () => {
        const { statusCode: status = 0, headers: answerHeaders } = answer;
        const text = Buffer.concat(chunks, received).toString("utf8");
        settle(() => resolve({ status, contentType: answerHeaders["content-type"] ?? "", body: text }));
      });
    });
    if (signal?.aborted) stop();
    else sent.end(body);
  });
}

function why(error: unknown): string {
  if (!(error instanceof Error)) return "it was broken off";
  if (error instanceof AggregateError) return (error.errors[0] as Error).message;
  return error.message;
}
