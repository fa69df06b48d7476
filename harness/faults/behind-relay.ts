import { setTimeout as passed } from "node:timers/promises";
import type { DatabaseServer } from "#harness/databases/database-server.ts";
import { productOf } from "#harness/databases/product.ts";
import { missingCapability } from "#harness/stages/missing-capability.ts";
import type { FaultyDatabase } from "./faulty-database.ts";
import { type TcpRelay, tcpRelay } from "./tcp-relay.ts";

/** How often the end of a trouble is tried, and how long after a failure: a connection that is free again may take the server a moment. */
const endings: Readonly<Record<"most" | "pauseMilliseconds", number>> = { most: 100, pauseMilliseconds: 50 };

/** A database server behind a TCP relay of its own. */
export type RelayedDatabase = FaultyDatabase & AsyncDisposable & Readonly<{ relay: TcpRelay }>;

/** Puts a TCP relay before a server that runs. Disposing ends the relay and what troubles the server, and not the server. */
export async function behindRelay(server: DatabaseServer): Promise<RelayedDatabase> {
  const direct = new URL(server.url);
  const relay = await tcpRelay({ host: direct.hostname, port: Number(direct.port) });
  const led = (url: string) => url.replace(`@${direct.host}`, `@127.0.0.1:${relay.port}`);
  const product = productOf(server);
  let troubles = new AsyncDisposableStack();
  async function recover(): Promise<void> {
    const ended = troubles;
    troubles = new AsyncDisposableStack();
    try {
      await ended.disposeAsync();
    } finally {
      relay.heal();
    }
  }
  return {
    relay,
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
      const { begin, end, isServerWide = false } = product.troubles[kind](username);
      if (isServerWide && server.isShared) {
        throw missingCapability(
          "database-faults",
          `${server.description} may be others', too, and would be ${kind} for them`,
        );
      }
      troubles.defer(async () => {
        // What a server says of new connections it may go on to say on those that it has.
        relay.inject({ isPartitioned: true });
        await persistently(() => server.run(end));
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

/** Does `task`, again when it fails: the administrator's connection may be lost, and the server have no place for another as long as clusters have it. */
async function persistently(task: () => Promise<void>): Promise<void> {
  for (let left = endings.most; ; left -= 1) {
    try {
      return await task();
    } catch (error) {
      if (left === 0) throw error;
      await passed(endings.pauseMilliseconds);
    }
  }
}
