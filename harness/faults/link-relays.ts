import type { Link } from "#engine/ports/link.ts";
import type { Ports } from "#engine/ports/ports.ts";
import { harmless, type RelayFaults, type TcpRelay, tcpRelay } from "./tcp-relay.ts";

/** Where a cluster listens: its API and its link, as URLs on this machine. */
export type Whereabouts = Readonly<{ api: string; link: string }>;

/** The ways between clusters on one machine, each through a TCP relay of its own, on which traffic can be made to fail. */
export interface LinkRelays extends AsyncDisposable {
  /** Has what the cluster of this name sends to the others go through the relays. They know nothing of it, and neither do their addresses. */
  divert(name: string): (ports: Ports) => Ports;
  /** Says where a cluster listens now. */
  place(name: string, whereabouts: Whereabouts): void;
  /** Resets the connections between two clusters and every new one, until healed. Resolves when no relay has any. */
  partition(one: string, other: string): Promise<void>;
  /** Drops silently all that two clusters send each other, until healed: their connections seem to hold. */
  dropSilently(one: string, other: string): void;
  /** Drops silently what `from` sends to `to`, until healed; the other way all arrives. */
  dropSilentlyOneWay(from: string, to: string): void;
  /** Lets each connection between two clusters carry so many bytes a second, each way, until healed. */
  narrow(one: string, other: string, bytesPerSecond: number): void;
  /** Resets the connections between two clusters, once. Resolves when no relay has any of them. */
  reset(one: string, other: string): Promise<void>;
  /** Delays all that two clusters send each other, each way; 0 ends it. */
  slow(one: string, other: string, milliseconds: number): void;
  /** Ends a partition, black holes, a delay and a narrow way. */
  heal(one: string, other: string): void;
  healAll(): void;
}

type Way = Readonly<{ from: string; to: string; kind: "api" | "link"; relay: TcpRelay }>;

/** Starts the relays between clusters of these names, which listen at `host`. Link and API have one each, for a cluster asks another's API, too, to unwrap a token. */
export async function linkRelays(
  names: readonly string[],
  { host = "127.0.0.1" }: Readonly<{ host?: string }> = {},
): Promise<LinkRelays> {
  await using begun = new AsyncDisposableStack();
  const placed = new Map<string, Whereabouts>();
  const pairs = names.flatMap((from) => names.filter((to) => to !== from).map((to) => ({ from, to })));
  const kinds = ["api", "link"] as const;
  const ways = await Promise.all(
    pairs.flatMap(({ from, to }) =>
      kinds.map(async (kind): Promise<Way> => {
        const relay = await tcpRelay({ host, port: () => portOf(placed.get(to)?.[kind]) });
        begun.use(relay);
        return { from, to, kind, relay };
      }),
    ),
  );
  const running = begun.move();

  function between(one: string, other: string): readonly TcpRelay[] {
    const both = ways.filter(({ from, to }) => (from === one && to === other) || (from === other && to === one));
    return both.map(({ relay }) => relay);
  }

  function inject(one: string, other: string, faults: Partial<RelayFaults>): void {
    for (const relay of between(one, other)) relay.inject(faults);
  }

  /** The address at which `from` reaches, through a relay, the cluster that is at `address`; the same address where none of the others is there. */
  function diverted(from: string, kind: Way["kind"], address: string): string {
    if (!URL.canParse(address)) return address;
    const url = new URL(address);
    const way = ways.find(
      (one) =>
        one.from === from && one.kind === kind && placed.get(one.to)?.[kind] && isAt(url, placed.get(one.to)?.[kind]),
    );
    return way ? `${url.protocol}//127.0.0.1:${way.relay.port}` : address;
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
      for (const { from, to, relay } of ways) {
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
      for (const { relay } of ways) relay.heal();
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

const loopback = new Set(["127.0.0.1", "localhost", "[::1]"]);

/** Whether an address is that of the server at `whereabouts`, under whichever name of this machine where that is on the usual one. */
function isAt(url: URL, whereabouts: string | undefined): boolean {
  if (whereabouts === undefined || portOf(url.href) !== portOf(whereabouts)) return false;
  const { hostname } = new URL(whereabouts);
  return url.hostname === hostname || (loopback.has(url.hostname) && loopback.has(hostname));
}

/** The port in a URL; 1, where no server listens, without one. */
function portOf(address: string | undefined): number {
  return address === undefined ? 1 : Number(new URL(address).port || 1);
}
