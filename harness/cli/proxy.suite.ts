import { once } from "node:events";
import { Agent, createServer, type IncomingMessage, request as requestHttp } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { acceptListVerb } from "#cluster/http/list-verb.ts";

/** A request to a server. `path` is without `/v1/`, with its query. */
export type PassedRequest = Readonly<{
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
  body: string;
}>;
export type PassedReply = Readonly<{ status: number; headers: IncomingMessage["headers"]; body: string }>;

/** Answers a request to a proxy. `pass` sends a request to the server behind the proxy. */
export type ProxyRule = (
  request: PassedRequest,
  pass: (request: PassedRequest) => Promise<PassedReply>,
) => Promise<PassedReply>;

export type Proxy = AsyncDisposable &
  Readonly<{
    api: string;
    /** Number of requests that the proxy has received. */
    count(): number;
    /** Stops the proxy, as if the server had died. */
    close(): void;
  }>;

/** Starts a proxy in front of the API of a server. */
export async function proxyTo(api: string, rule: ProxyRule = (request, pass) => pass(request)): Promise<Proxy> {
  const agent = new Agent({ keepAlive: true });
  let requests = 0;
  async function pass({ method, path, headers, body }: PassedRequest): Promise<PassedReply> {
    const { "content-length": _, "transfer-encoding": _encoding, host: _host, ...others } = headers;
    // Without a length Node would send a chunked body with methods that it does not know, such as LIST.
    const length = method === "GET" ? {} : { "content-length": Buffer.byteLength(body) };
    const outgoing = requestHttp(`${api}/v1/${path}`, { method, agent, headers: { ...others, ...length } });
    outgoing.end(body);
    const [reply] = (await once(outgoing, "response")) as [IncomingMessage];
    return { status: reply.statusCode ?? 0, headers: reply.headers, body: String(await buffer(reply)) };
  }
  const server = createServer();
  acceptListVerb(server, (socket) => void socket.destroy());
  server.on("request", (incoming, outgoing) => {
    requests += 1;
    const { method = "GET", url = "", headers } = incoming;
    void buffer(incoming)
      .then((body) => rule({ method, path: url.replace(/^\/v1\//, ""), headers, body: String(body) }, pass))
      .then(
        (reply) => {
          const {
            "content-length": _,
            "transfer-encoding": _encoding,
            connection: _connection,
            ...rest
          } = reply.headers;
          outgoing.writeHead(reply.status, rest);
          outgoing.end(reply.body);
        },
        () => outgoing.destroy(),
      );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  function close(): void {
    server.close();
    server.closeAllConnections();
    agent.destroy();
  }
  return {
    api: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    count: () => requests,
    close,
    [Symbol.asyncDispose]: async () => close(),
  };
}
