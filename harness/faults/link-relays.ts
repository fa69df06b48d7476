import type { Link } from "#engine/ports/link.ts";
import type { Ports } from "#engine/ports/ports.ts";
import { harmless, type RelayFaults, type TcpRelay, tcpRelay } from "./tcp-relay.ts";

/** URLs of a cluster's API and link on this machine. */
export type Whereabouts = Readonly<{ api: string; link: string }>;

/** Relays between clusters on one machine, one per path, whose traffic can be made to fail. */
export interface LinkRelays extends AsyncDisposable {
  /**
   * Returns a wrapper of ports that sends the cluster's traffic to other clusters through the
   * relays. The clusters and their addresses do not change.
   */
  divert(name: string): (ports: Ports) => Ports;
  /** Sets the addresses at which a cluster listens. */
  place(name: string, whereabouts: Whereabouts): void;
  /** Resets open and new connections between two clusters. Resolves when none is left. */
  partition(one: string, other: string): Promise<void>;
  /** Silently drops everything between two clusters until healed; connections stay open. */
  dropSilently(one: string, other: string): void;
  /** Silently drops everything from `from` to `to` until healed; the other direction works. */
  dropSilentlyOneWay(from: string, to: string): void;
  /** Limits the bandwidth of each connection between two clusters, in each direction. */
  narrow(one: string, other: string, bytesPerSecond: number): void;
  /** Resets the connections between two clusters once. Resolves when none is left. */
  reset(one: string, other: string): Promise<void>;
  /** Delays everything between two clusters, in each direction; 0 ends the delay. */
  slow(one: string, other: string, milliseconds: number): void;
  /** Ends partitions, black holes, delays and bandwidth limits. */
  heal(one: string, other: string): void;
  healAll(): void;
}

type Path = Readonly<{ from: string; to: string; kind: "api" | "link"; relay: TcpRelay }>;

/**
 * Starts the relays between clusters; they forward to `host`. Link and API have separate relays,
 * since a cluster also calls another cluster's API to unwrap a token.
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

  /** Returns the relay's address for traffic to `address`, or `address` if none applies. */
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

/** True if the URL is the address `whereabouts`. All loopback names are equal. */
function isAt(url: URL, whereabouts: string | undefined): boolean {
  if (whereabouts === undefined || portOf(url.href) !== portOf(whereabouts)) return false;
  const { hostname } = new URL(whereabouts);
  return url.hostname === hostname || (loopback.has(url.hostname) && loopback.has(hostname));
}

/** Returns the port of a URL; 1, where no server listens, if there is none. */
function portOf(address: string | undefined): number {
  return address === undefined ? 1 : Number(new URL(address).port || 1);
}
