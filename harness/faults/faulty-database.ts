import type { DatabaseServer } from "#harness/databases/database-server.ts";
import { tcpRelay } from "./tcp-relay.ts";

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
  /** Ends both. What waited on the way arrives. */
  recover(): Promise<void>;
}

/** Puts a TCP relay before a server that runs. Disposing ends the relay, and not the server. */
export async function behindRelay(server: DatabaseServer): Promise<FaultyDatabase & AsyncDisposable> {
  const direct = new URL(server.url);
  const relay = await tcpRelay({ host: direct.hostname, port: Number(direct.port) });
  const led = (url: string) => url.replace(`@${direct.host}`, `@127.0.0.1:${relay.port}`);
  return {
    server: {
      ...server,
      url: led(server.url),
      urlFor: (username, password) => led(server.urlFor(username, password)),
    },
    contacts: async () => relay.accepted,
    hang: async () => relay.inject({ silent: ["to server", "to client"] }),
    refuse: async () => relay.inject({ isPartitioned: true }),
    recover: async () => relay.heal(),
    [Symbol.asyncDispose]: () => relay[Symbol.asyncDispose](),
  };
}
