import { setTimeout as sleep } from "node:timers/promises";
import { missingCapability } from "#harness/capabilities/missing-capability.ts";
import type { DatabaseServer } from "#harness/databases/database-server.ts";
import { productOf } from "#harness/databases/product.ts";
import type { FaultyDatabase } from "./faulty-database.ts";
import { type BindAddress, type TcpRelay, tcpRelay } from "./tcp-relay.ts";

/**
 * Maximum number of retries of the statements that end a trouble of the server, and the pause before a retry in
 * milliseconds. A server without free connections may need a moment until a closed connection can be used again.
 */
const endings: Readonly<Record<"most" | "pauseMilliseconds", number>> = { most: 100, pauseMilliseconds: 50 };

/** Port of a PostgreSQL server whose address has none. */
const defaultPort = 5432;

export type RelayedDatabase = FaultyDatabase & AsyncDisposable & Readonly<{ relay: TcpRelay }>;

type RelayOptions = Readonly<{
  /** Address on which the relay listens. Default: a free port of 127.0.0.1. */
  bind?: BindAddress;
  /** Host and port at which clusters reach the relay. Default: those on which it listens. */
  advertised?: string;
}>;

/** Starts a TCP relay in front of a running server. Disposing ends all faults and the relay, but not the server. */
export async function behindRelay(
  server: DatabaseServer,
  { bind = { host: "127.0.0.1", port: 0 }, advertised }: RelayOptions = {},
): Promise<RelayedDatabase> {
  const direct = new URL(server.url);
  const relay = await tcpRelay({ host: direct.hostname, port: Number(direct.port || defaultPort), bind });
  const relayed = advertised ?? `${bind.host}:${relay.port}`;
  // Clusters of a target may reach the server at another address than the harness.
  const relayedUrl = (url: string) => url.replace(/@[^@/?#]*(?=[/?#]|$)/, `@${relayed}`);
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
      url: relayedUrl(server.url),
      urlFor: (username, password) => relayedUrl(server.urlFor(username, password)),
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
          `${server.description} may be shared with others, and would be ${kind} for them`,
        );
      }
      troubles.defer(async () => {
        // A server that refuses new connections may also refuse requests on existing ones.
        relay.inject({ isPartitioned: true });
        await withRetries(() => server.run(end));
      });
      await server.run(begin);
      // Only later connections count as new.
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

async function withRetries(task: () => Promise<void>): Promise<void> {
  for (let left = endings.most; ; left -= 1) {
    try {
      return await task();
    } catch (error) {
      if (left === 0) throw error;
      await sleep(endings.pauseMilliseconds);
    }
  }
}
