import { fork } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { fileURLToPath } from "node:url";
import type { Decodings, Mark, Order, Served } from "./served-protocol.ts";

const program = fileURLToPath(new URL("./served.ts", import.meta.url));
const watch = new URL("./watch-on-load.ts", import.meta.url).href;

export type Sent = Readonly<{
  method: string;
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
}>;

/** A response. The status is 0 if there was no complete response. */
export type Received = Readonly<{ status: number; text: string }>;

/** Timeout of a request in milliseconds, long enough for requests whose limits were removed. */
const patience = 240_000;

const keptCharacters = 10_000;

export type TargetOptions = Readonly<{
  /** True if the cluster has a PostgreSQL server. Default: false. */
  database?: boolean;
  changes?: readonly Readonly<{ file: string; find: string; replace: string }>[];
}>;

export class Target implements AsyncDisposable {
  readonly served: Served;
  readonly #child: ReturnType<typeof fork>;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #waiting = new Map<number, (answer: { value?: unknown; error?: string }) => void>();
  #number = 0;

  private constructor(child: ReturnType<typeof fork>, served: Served) {
    this.#child = child;
    this.served = served;
    child.on("message", (message) => {
      const answer = message as Readonly<{ number: number; value?: unknown; error?: string }>;
      this.#waiting.get(answer.number)?.(answer);
      this.#waiting.delete(answer.number);
    });
  }

  static async start({ database = false, changes = [] }: TargetOptions = {}): Promise<Target> {
    const child = fork(
      program,
      [...(database ? ["--database"] : []), ...(changes.length > 0 ? ["--without-limits"] : [])],
      {
        execArgv: ["--import", watch, "--expose-gc"],
        stdio: ["ignore", "inherit", "inherit", "ipc"],
        env: { ...process.env, UNDERSTUDY_HOSTILE: JSON.stringify(changes) },
      },
    );
    const ended = once(child, "exit").then(([code]) => {
      throw new Error(`the cluster did not start: its process ended with ${code}`);
    });
    ended.catch(() => {});
    const [{ served }] = (await Promise.race([once(child, "message"), ended])) as [{ served: Served }];
    return new Target(child, served);
  }

  /**
   * Returns the CPU time so far, and the peak memory since the last mark. With `fresh`, the reference work and a
   * garbage collection precede the next measurement.
   */
  mark(fresh = false): Promise<Mark> {
    return this.#ask({ ask: "mark", fresh }) as Promise<Mark>;
  }

  /** Resolves to true if an operation was decoded since the last call, and the most recent one accepts long bodies. */
  last(): Promise<boolean> {
    return this.#ask({ ask: "last" }) as Promise<boolean>;
  }

  decodings(): Promise<Decodings> {
    return this.#ask({ ask: "decodings" }) as Promise<Decodings>;
  }

  signed(): Promise<Record<string, string>> {
    return this.#ask({ ask: "sign" }) as Promise<Record<string, string>>;
  }

  send(sent: Sent): Promise<Received> {
    return this.#sent(sent, keptCharacters);
  }

  whole(sent: Sent): Promise<Received> {
    return this.#sent(sent, Number.POSITIVE_INFINITY);
  }

  #sent({ method, path, headers = {}, body = "" }: Sent, kept: number): Promise<Received> {
    const { hostname, port } = new URL(this.served.api);
    // Node would join a text with the head and encode it more slowly.
    const bytes = Buffer.from(body);
    return new Promise((resolve) => {
      const asked = request({
        ...{ agent: this.#agent, host: hostname, port, method, path, timeout: patience },
        headers: { ...headers, ...(bytes.length > 0 ? { "content-length": bytes.length } : {}) },
      });
      const none = (): void => resolve({ status: 0, text: "" });
      asked.on("response", (reply) => {
        let text = "";
        reply.setEncoding("latin1");
        reply.on("data", (piece: string) => {
          if (text.length < kept) text += piece;
        });
        reply.on("end", () => resolve({ status: reply.statusCode ?? 0, text }));
        reply.on("error", none);
        reply.on("aborted", none);
      });
      asked.on("error", none);
      asked.on("timeout", () => asked.destroy(new Error("too late")));
      asked.end(bytes);
    });
  }

  #ask(order: { ask: string; fresh?: boolean }): Promise<unknown> {
    const number = ++this.#number;
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, ({ value, error }) =>
        error === undefined ? resolve(value) : reject(new Error(error)),
      );
      this.#child.send({ ...order, number } as Order);
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#agent.destroy();
    if (this.#child.exitCode !== null) return;
    const exited = once(this.#child, "exit");
    this.#child.disconnect();
    await exited;
  }
}
