import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A wire to a server that a test may cut in either direction. Disposing leaves nothing of it. */
export interface CutWire extends AsyncDisposable {
  readonly port: number;
  /** From now on swallows what the server says. */
  swallowAnswers(): void;
  /** From now on swallows what clients say, and the server is not told when they leave. */
  swallowQuestions(): void;
  /** Breaks all connections as clients see them; what was not swallowed before goes on as it was on the server's side. */
  cut(): void;
  /** Lets new connections through in both directions, or lets none in. */
  let(open: boolean): void;
  /** Carries nothing any more and takes connections that nobody answers, as if the server were stopped; or breaks those, and goes on. */
  hang(hanging: boolean): void;
}

type Swallowing = { answers: boolean; questions: boolean };

/** Opens a wire to `port` of this machine. */
export async function cutWire(port: number): Promise<CutWire> {
  const sockets = new Set<Socket>();
  const pairs = new Map<Socket, Swallowing>();
  let open = true;
  let hangs = false;
  const server = createServer((client) => {
    if (!open) {
      client.destroy();
      return;
    }
    const upstream = connect(port, "127.0.0.1");
    const swallowing: Swallowing = { answers: hangs, questions: hangs };
    pairs.set(client, swallowing);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => sockets.delete(socket));
    }
    client.on("data", (data) => swallowing.questions || upstream.write(data));
    upstream.on("data", (data) => swallowing.answers || client.write(data));
    client.on("close", () => {
      pairs.delete(client);
      if (!swallowing.questions) upstream.end();
    });
    upstream.on("close", () => client.destroy());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const swallow = (what: keyof Swallowing) => {
    for (const swallowing of pairs.values()) swallowing[what] = true;
  };
  const cut = () => {
    for (const client of pairs.keys()) client.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    swallowAnswers: () => swallow("answers"),
    swallowQuestions: () => swallow("questions"),
    cut,
    let(wanted) {
      open = wanted;
    },
    hang(hanging) {
      hangs = hanging;
      if (!hanging) return cut();
      swallow("answers");
      swallow("questions");
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
