import { type Agent, request as askPlainly } from "node:http";
import { request as askSecurely } from "node:https";
import { isIP } from "node:net";

/** One HTTP exchange. A header name may stand for several values; redirects are not followed. */
export type Exchange = Readonly<{
  method: string;
  url: string;
  headers: readonly (readonly [name: string, value: string])[];
  body: string;
  /** How long it may take altogether. */
  timeoutMilliseconds: number;
  /** How long the answer's body may be. */
  answerLimitBytes: number;
  /** Keeps connections for further exchanges. Default: this one has a connection of its own. */
  agent?: Agent | undefined;
  /** Certificates, as PEM, of the authorities that an `https` server's certificate may be of. Default: those that the system trusts. */
  roots?: readonly string[];
  signal?: AbortSignal;
}>;

export type ExchangeAnswer = Readonly<{ status: number; contentType: string; body: string }>;

/** Headers by which messages are told apart on a connection: they are this side's business, whatever the caller has in mind. */
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

/** Carries out one exchange. Rejects with an Error that names the server and says why when no whole answer came. */
export async function exchange(asked: Exchange): Promise<ExchangeAnswer> {
  const url = URL.parse(asked.url);
  if (!url || !/^https?:$/.test(url.protocol)) throw new Error("the address to ask is no HTTP address");
  try {
    return await ask(url, asked);
  } catch (error) {
    // Not more of the address than its origin: a query may hold a signature.
    throw new Error(`no answer from ${url.origin}: ${why(error)}`);
  }
}

/** Rejects with what broke it off. One timer and listeners: signals that are made for each exchange would take longer than the rest of it. */
function ask(
  url: URL,
  { method, headers, body, timeoutMilliseconds, answerLimitBytes, agent, roots, signal }: Exchange,
): Promise<ExchangeAnswer> {
  const kept = headers.filter(([name]) => !framing.has(name.toLowerCase()));
  // A list, unlike an object, goes out as it is: in its order, with its capitals, and nothing is added to it.
  const list = kept.flat();
  if (!kept.some(([name]) => name.toLowerCase() === "host")) list.push("Host", url.host);
  const length = Buffer.byteLength(body);
  if (length > 0 || method !== "GET") list.push("Content-Length", String(length));
  list.push("Connection", agent ? "keep-alive" : "close");
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const options = {
    ...{ method, host, path: url.pathname + url.search, headers: list, agent: agent ?? false, setHost: false },
    ...(url.port === "" ? {} : { port: url.port }),
  };
  return new Promise((resolve, reject) => {
    const sent =
      url.protocol === "https:"
        ? // The certificate is for the address that is asked, whatever the Host header says.
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
        const { statusCode: status = 0, headers: told } = answer;
        const text = Buffer.concat(chunks, received).toString("utf8");
        settle(() => resolve({ status, contentType: told["content-type"] ?? "", body: text }));
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
