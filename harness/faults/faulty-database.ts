import type { DatabaseServer } from "#harness/databases/database-server.ts";
import { productOf, type ServerTrouble } from "#harness/databases/product.ts";
import { tcpRelay } from "./tcp-relay.ts";

/** When a connection breaks: before the server hears what is asked, or when it has done it and before its answer is heard. */
export type CutTime = "before the commit" | "after the commit";

/** Which statement goes wrong: the one in which `text` passes for the `nth` time. */
export type GarbledStatement = Readonly<{ text: string; nth: number }>;

/** A database server behind a network that can fail. What a scenario looks up itself goes another way. */
export interface FaultyDatabase {
  /** The server, whose address leads over that network. */
  readonly server: DatabaseServer;
  /** How often clusters have connected so far. */
  contacts(): Promise<number>;
  /** From now on nothing arrives, either way, and connections seem to hold. */
  hang(): Promise<void>;
  /** Breaks all connections, and every new one. */
  refuse(): Promise<void>;
  /** From now on everything arrives so many milliseconds later, each way. */
  slow(milliseconds: number): Promise<void>;
  /** Breaks all connections, once. */
  restart(): Promise<void>;
  /** Breaks the next connection on which a user is made or changed. */
  cut(when: CutTime): Promise<void>;
  /** Has one statement reach the server with other letters in it, so that it is the server that refuses it. */
  garble(statement: GarbledStatement): Promise<void>;
  /** Has the server itself refuse what this user asks, from a new connection on. */
  trouble(trouble: ServerTrouble, login: Readonly<{ username: string; password: string }>): Promise<void>;
  /** Ends all of them. What waited on the way arrives. */
  recover(): Promise<void>;
}

/** Puts a TCP relay before a server that runs. Disposing ends the relay and what troubles the server, and not the server. */
export async function behindRelay(server: DatabaseServer): Promise<FaultyDatabase & AsyncDisposable> {
  const direct = new URL(server.url);
  const relay = await tcpRelay({ host: direct.hostname, port: Number(direct.port) });
  const led = (url: string) => url.replace(`@${direct.host}`, `@127.0.0.1:${relay.port}`);
  const product = productOf(server);
  let troubles = new AsyncDisposableStack();
  async function recover(): Promise<void> {
    const ended = troubles;
    troubles = new AsyncDisposableStack();
    await ended.disposeAsync();
    relay.heal();
  }
  return {
    server: {
      ...server,
      url: led(server.url),
      urlFor: (username, password) => led(server.urlFor(username, password)),
    },
    contacts: async () => relay.accepted,
    hang: async () => relay.inject({ silent: ["to server", "to client"] }),
    refuse: async () => relay.inject({ isPartitioned: true }),
    slow: async (delayMilliseconds) => relay.inject({ delayMilliseconds }),
    restart: () => relay.reset(),
    async cut(when) {
      const effect = when === "before the commit" ? "cut before" : "cut after";
      void relay.trip({ way: "to server", text: product.changesUser, effect });
    },
    async garble({ text, nth }) {
      void relay.trip({ way: "to server", text, nth, effect: "garble" });
    },
    async trouble(kind, { username, password }) {
      const { begin, end } = product.troubles[kind](username);
      troubles.defer(async () => {
        await server.run(end);
        // What a server says of new connections it may go on to say on those that it has.
        await relay.reset();
      });
      await server.run(begin);
      // Only what connects from now on counts.
      const held = await server.hold?.(username, password);
      if (held) troubles.use(held);
      await relay.reset();
    },
    recover,
    async [Symbol.asyncDispose]() {
      await recover();
      await relay[Symbol.asyncDispose]();
    },
  };
}
