import { type Cluster, type ClusterOptions, startCluster } from "../cluster.ts";
import { converse } from "../http/converse.suite.ts";

const rootToken = "hvs.root-of-the-attacked";

type Reply = Readonly<{ status: number; text: string; data: Readonly<Record<string, unknown>> | undefined }>;

export type Attacked = AsyncDisposable &
  Readonly<{
    cluster: Cluster;
    rootToken: string;
    /** The default of `token` is the root token. */
    ask(method: string, path: string, body?: unknown, token?: string): Promise<Reply>;
    /**
     * Sends a request as raw text, for requests that an HTTP library would not send. `line` is the
     * method and the target; `headers` are added to the usual ones, such as X-Vault-Token.
     */
    raw(
      line: string,
      options?: { token?: string; body?: string; headers?: string },
    ): Promise<Readonly<{ status: number; text: string }>>;
  }>;

export async function attacked(options: Partial<ClusterOptions> = {}): Promise<Attacked> {
  const cluster = await startCluster({ name: "Oslo", rootToken, ...options });
  return {
    cluster,
    rootToken,
    async ask(method, path, body, token = rootToken) {
      const reply = await fetch(`${cluster.api}/v1/${path}`, {
        method,
        headers: { "X-Vault-Token": token },
        ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
      });
      const text = await reply.text();
      return { status: reply.status, text, data: text === "" ? undefined : JSON.parse(text).data };
    },
    async raw(line, { token = rootToken, body = "", headers = "" } = {}) {
      const length = body === "" ? "" : `Content-Length: ${Buffer.byteLength(body)}\r\n`;
      const head = `${line} HTTP/1.1\r\nHost: localhost\r\nX-Vault-Token: ${token}\r\n${headers}${length}Connection: close\r\n\r\n`;
      const received = await converse(cluster.api, [Buffer.from(head + body, "latin1")]);
      const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(received)?.[1] ?? 0);
      return { status, text: received.slice(received.indexOf("\r\n\r\n") + 4) };
    },
    [Symbol.asyncDispose]: () => cluster[Symbol.asyncDispose](),
  };
}
