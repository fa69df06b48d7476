import type { Link } from "#engine/ports/link.ts";
import type { Ports } from "#engine/ports/ports.ts";
import { harmless, type RelayFaults, type TcpRelay, tcpRelay } from "./tcp-relay.ts";

export type Whereabouts = Readonly<{ api: string; link: string }>;

/** TCP relays between the clusters on one machine. They inject network faults between two clusters. */
export interface LinkRelays extends AsyncDisposable {
  /**
   * Returns a function that wraps the ports of the cluster `name`, so that its traffic to other clusters passes the
   * relays. The addresses that the cluster uses do not change.
   */
  divert(name: string): (ports: Ports) => Ports;
  place(name: string, whereabouts: Whereabouts): void;
  /**
   * Resets the current connections between two clusters, and new ones until the clusters are healed. Resolves when no
   * connection is left.
   */
  partition(one: string, other: string): Promise<void>;
  /** Lets no data through between two clusters, without an error, until they are healed. Connections stay open. */
  dropSilently(one: string, other: string): void;
  /**
   * Lets no data through from `from` to `to`, without an error, until the clusters are healed. The other direction
   * works.
   */
  dropSilentlyOneWay(from: string, to: string): void;
  /** Limits the bandwidth of each connection between two clusters, in each direction. */
  narrow(one: string, other: string, bytesPerSecond: number): void;
  /** Resets the current connections between two clusters once. Resolves when they are closed. */
  reset(one: string, other: string): Promise<void>;
  /** Delays data between two clusters in each direction. 0 ends the delay. */
  slow(one: string, other: string, milliseconds: number): void;
  /** Ends all faults between two clusters. */
  heal(one: string, other: string): void;
  healAll(): void;
}

type Path = Readonly<{ from: string; to: string; kind: "api" | "link"; relay: TcpRelay }>;

/**
 * Starts the relays, which forward to `host`. API and link have separate relays, because a cluster also calls another
 * cluster's API, for example to unwrap an activation token.
 */
export async function linkRelays(
  names: readonly string[],
  { host = "127.0.0.1" }: Readonly<{ host?: string }> = {},
): Promise<LinkRelays> {
  await using begun = new AsyncDisposableStack();
  const placed = new Map<string, Whereabouts>();
  const pairs = names.flatMap((from) => names.filter((to) => to !== from).map((to) => ({ from, to })));
  const kinds = ["api", "link"] as const;
  const paths = await Promise.all(
    pairs.flatMap(({ from, to }) =>
      kinds.map(async (kind): Promise<Path> => {
        const relay = await tcpRelay({ host, port: () => portOf(placed.get(to)?.[kind]) });
        begun.use(relay);
        return { from, to, kind, relay };
      }),
    ),
  );
  const running = begun.move();

  function between(one: string, other: string): readonly TcpRelay[] {
    const both = paths.filter(({ from, to }) => (from === one && to === other) || (from === other && to === one));
    return both.map(({ relay }) => relay);
  }

  function inject(one: string, other: string, faults: Partial<RelayFaults>): void {
    for (const relay of between(one, other)) relay.inject(faults);
  }

  function diverted(from: string, kind: Path["kind"], address: string): string {
    if (!URL.canParse(address)) return address;
    const url = new URL(address);
    const path = paths.find(
      (one) =>
        one.from === from && one.kind === kind && placed.get(one.to)?.[kind] && isAt(url, placed.get(one.to)?.[kind]),
    );
    return path ? `${url.protocol}//127.0.0.1:${path.relay.port}` : address;
  }

  return {
    divert: (name) => (ports) => {
      const { link } = ports;
      const through: Link = {
        ...link,
        dial: (address, credentials, listener) => link.dial(diverted(name, "link", address), credentials, listener),
        call: (call) => link.call({ ...call, apiAddress: diverted(name, "api", call.apiAddress) }),
      };
      return { ...ports, link: through };
    },
    place: (name, whereabouts) => void placed.set(name, whereabouts),
    async partition(one, other) {
      inject(one, other, { isPartitioned: true });
      await Promise.all(between(one, other).map((relay) => relay.reset()));
    },
    dropSilently: (one, other) => inject(one, other, { silent: ["to server", "to client"] }),
    dropSilentlyOneWay(sender, receiver) {
      for (const { from, to, relay } of paths) {
        if (from === sender && to === receiver) relay.inject({ silent: ["to server"] });
        if (from === receiver && to === sender) relay.inject({ silent: ["to client"] });
      }
    },
    narrow: (one, other, bytesPerSecond) => inject(one, other, { bytesPerSecond }),
    async reset(one, other) {
      await Promise.all(between(one, other).map((relay) => relay.reset()));
    },
    slow: (one, other, milliseconds) => inject(one, other, { delayMilliseconds: milliseconds }),
    heal: (one, other) => inject(one, other, harmless),
    healAll() {
      for (const { relay } of paths) relay.heal();
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

const loopback = new Set(["127.0.0.1", "localhost", "[::1]"]);

function isAt(url: URL, whereabouts: string | undefined): boolean {
  if (whereabouts === undefined || portOf(url.href) !== portOf(whereabouts)) return false;
  const { hostname } = new URL(whereabouts);
  return url.hostname === hostname || (loopback.has(url.hostname) && loopback.has(hostname));
}

function portOf(address: string | undefined): number {
  return address === undefined ? 1 : Number(new URL(address).port || 1);
}
