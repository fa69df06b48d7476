import { type Agent, request as askPlainly, type IncomingMessage } from "node:http";
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
  const url = URL.canParse(asked.url) ? new URL(asked.url) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) throw new Error("the address to ask is no HTTP address");
  const timeout = AbortSignal.timeout(asked.timeoutMilliseconds);
  const signal = asked.signal ? AbortSignal.any([timeout, asked.signal]) : timeout;
  try {
    const answer = await ask(url, asked, signal);
    const body = await readAnswer(answer, asked.answerLimitBytes);
    return { status: answer.statusCode ?? 0, contentType: answer.headers["content-type"] ?? "", body };
  } catch (error) {
    // Not more of the address than its origin: a query may hold a signature.
    throw new Error(`no answer from ${url.origin}: ${why(signal.aborted ? signal.reason : error, asked)}`);
  }
}

function ask(
  url: URL,
  { method, headers, body, agent, roots }: Exchange,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const payload = Buffer.from(body, "utf8");
  const kept = headers.filter(([name]) => !framing.has(name.toLowerCase()));
  // A list, unlike an object, goes out as it is: in its order, with its capitals, and nothing is added to it.
  const list = kept.flat();
  if (!kept.some(([name]) => name.toLowerCase() === "host")) list.push("Host", url.host);
  if (payload.length > 0 || method !== "GET") list.push("Content-Length", String(payload.length));
  list.push("Connection", agent ? "keep-alive" : "close");
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const options = { method, headers: list, agent: agent ?? false, signal, setHost: false };
  return new Promise((resolve, reject) => {
    const sent =
      url.protocol === "https:"
        ? // The certificate is for the address that is asked, whatever the Host header says.
          askSecurely(url, { ...options, servername: isIP(host) ? "" : host, ...(roots ? { ca: [...roots] } : {}) })
        : askPlainly(url, options);
    sent.on("response", resolve).on("error", reject);
    sent.end(payload);
  });
}

async function readAnswer(answer: IncomingMessage, limit: number): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > limit) throw new Error(`the answer is longer than ${limit} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length).toString("utf8");
}

function why(error: unknown, { timeoutMilliseconds }: Exchange): string {
  if (!(error instanceof Error)) return "it was broken off";
  if (error.name === "TimeoutError") return `nothing within ${timeoutMilliseconds} ms`;
  if (error instanceof AggregateError) return (error.errors[0] as Error).message;
  return error.message;
}
