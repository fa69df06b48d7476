import type { DatabaseServer } from "#harness/databases/database-server.ts";
import { productOf } from "#harness/databases/product.ts";
import type { FaultyDatabase } from "./faulty-database.ts";
import { tcpRelay } from "./tcp-relay.ts";

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
