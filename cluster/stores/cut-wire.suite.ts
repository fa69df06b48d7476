import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A TCP proxy in front of a server, whose connections tests interrupt. */
export interface CutWire extends AsyncDisposable {
  readonly port: number;
  /** Discards further data from the server on the open connections. */
  dropAnswers(): void;
  /** Discards further data from clients on the open connections. The server then also misses their disconnects. */
  dropQuestions(): void;
  /** Disconnects all clients. The connection to the server stays open if data from the client is discarded. */
  cut(): void;
  /** If `open` is false, new connections are refused. */
  let(open: boolean): void;
  /**
   * If true, discards all data in both directions, as if the server were stopped. If false, disconnects all clients;
   * new connections work.
   */
  hang(hanging: boolean): void;
}

type Dropping = { answers: boolean; questions: boolean };

export async function cutWire(port: number): Promise<CutWire> {
  const sockets = new Set<Socket>();
  const pairs = new Map<Socket, Dropping>();
  let open = true;
  let hangs = false;
  const server = createServer((client) => {
    if (!open) {
      client.destroy();
      return;
    }
    const upstream = connect(port, "127.0.0.1");
    const dropping: Dropping = { answers: hangs, questions: hangs };
    pairs.set(client, dropping);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => sockets.delete(socket));
    }
    client.on("data", (data) => dropping.questions || upstream.write(data));
    upstream.on("data", (data) => dropping.answers || client.write(data));
    client.on("close", () => {
      pairs.delete(client);
      if (!dropping.questions) upstream.end();
    });
    upstream.on("close", () => client.destroy());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const dropSilently = (what: keyof Dropping) => {
    for (const dropping of pairs.values()) dropping[what] = true;
  };
  const cut = () => {
    for (const client of pairs.keys()) client.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    dropAnswers: () => dropSilently("answers"),
    dropQuestions: () => dropSilently("questions"),
    cut,
    let(wanted) {
      open = wanted;
    },
    hang(hanging) {
      hangs = hanging;
      if (!hanging) return cut();
      dropSilently("answers");
      dropSilently("questions");
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
