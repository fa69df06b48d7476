import { once } from "node:events";
import { createServer } from "node:net";
import { type BindAddress, harmless, type RelayFaults, type TcpRelay, tcpRelay } from "./tcp-relay.ts";

/** A cluster with relays in front of it, which other clusters use instead of the cluster's own addresses. */
export type FrontedCluster = Readonly<{
  name: string;
  relays: readonly Readonly<{ bind: BindAddress; to: BindAddress }>[];
  /** Addresses from which the cluster connects to the relays of others. Empty if they are unknown. */
  from: readonly string[];
}>;

/** TCP relays in front of clusters. They inject faults into the traffic between two clusters. */
export interface FrontRelays extends AsyncDisposable {
  /** True if the clusters can be distinguished by the addresses from which they connect. */
  readonly areDistinguished: boolean;
  /** Changes the given faults of the traffic between two clusters, in both directions. */
  inject(one: string, other: string, faults: Partial<RelayFaults>): void;
  /** Resets the current connections between two clusters. Resolves when they are closed. */
  reset(one: string, other: string): Promise<void>;
  /** Ends the faults between two clusters. */
  heal(one: string, other: string): void;
  healAll(): void;
}

type Path = Readonly<{ from: FrontedCluster; to: FrontedCluster; relay: TcpRelay }>;

/**
 * Opens the relays in front of clusters. A connection counts as one of the cluster from whose address it comes. If the
 * addresses of a cluster are unknown, faults affect all connections to the relays of the other cluster.
 */
export async function frontRelays(clusters: readonly FrontedCluster[]): Promise<FrontRelays> {
  await using begun = new AsyncDisposableStack();
  const areDistinguished = clusters.every(({ from }) => from.length > 0);
  const paths: Path[] = [];
  for (const to of clusters) {
    for (const { bind, to: server } of to.relays) {
      const open = async () => begun.use(await tcpRelay(server));
      const own: Path[] = [];
      const shared = areDistinguished ? undefined : await open();
      for (const from of clusters) if (from !== to) own.push({ from, to, relay: shared ?? (await open()) });
      // Connections of others, such as the clients of an operator, have no faults.
      const others = shared ?? (await open());
      paths.push(...own);
      const listener = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
        const address = client.remoteAddress?.replace(/^::ffff:/, "") ?? "";
        (own.find(({ from }) => from.from.includes(address))?.relay ?? others).accept(client);
      });
      listener.listen(bind.port, bind.host);
      await once(listener, "listening");
      begun.defer(() => void listener.close());
    }
  }
  const running = begun.move();

  function between(one: string, other: string): readonly TcpRelay[] {
    const pairs = paths.filter(
      ({ from, to }) => (from.name === one && to.name === other) || (from.name === other && to.name === one),
    );
    return pairs.map(({ relay }) => relay);
  }

  return {
    areDistinguished,
    inject(one, other, faults) {
      for (const relay of between(one, other)) relay.inject(faults);
    },
    async reset(one, other) {
      await Promise.all(between(one, other).map((relay) => relay.reset()));
    },
    heal(one, other) {
      for (const relay of between(one, other)) relay.inject(harmless);
    },
    healAll() {
      for (const { relay } of paths) relay.heal();
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
