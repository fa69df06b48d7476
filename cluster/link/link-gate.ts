/** One cluster's end of its traffic with others, as the gate knows it. */
export type Party = Readonly<{
  clusterAddress: string;
  apiAddress: string;
  /** Breaks all that goes on with the cluster that has these addresses. */
  sever(peer: Readonly<{ clusterAddress: string; apiAddress: string }>): void;
}>;

/** Lets the harness cut clusters off from one another; it stands between links that were opened with it. */
export interface LinkGate {
  /** Breaks what goes on between two clusters, by their cluster addresses, and lets nothing new begin. */
  partition(one: string, other: string): void;
  /** Drops silently all that two clusters send each other (a black hole): their connections seem to hold. */
  dropSilently(one: string, other: string): void;
  /** Ends a partition or a black hole. Connections that are left from before break. */
  heal(one: string, other: string): void;
  /** Whether what the cluster at `from` sends to `to`, a cluster address or an API address, is dropped silently. */
  dropsSilently(from: string, to: string): boolean;
  /** Whether the cluster at `from` may talk to `to`, a cluster address or an API address. */
  passes(from: string, to: string): boolean;
  /** Makes a link known. Calling what it returns makes it unknown again. */
  enter(party: Party): () => void;
}

/** Makes a gate through which everything passes until something is cut. What is cut stays so when a cluster starts anew. */
export function linkGate(): LinkGate {
  const parties = new Map<string, Party>();
  const cuts = new Set<string>();
  const dropped = new Set<string>();
  const pair = (one: string, other: string) => [one, other].sort().join(" ");

  function clusterAddressOf(address: string): string {
    for (const party of parties.values()) if (party.apiAddress === address) return party.clusterAddress;
    return address;
  }

  function sever(one: string, other: string): void {
    const [first, second] = [parties.get(one), parties.get(other)];
    if (!first || !second) return;
    first.sever(second);
    second.sever(first);
  }

  return {
    partition(one, other) {
      cuts.add(pair(one, other));
      sever(one, other);
    },
    dropSilently: (one, other) => void dropped.add(pair(one, other)),
    heal(one, other) {
      cuts.delete(pair(one, other));
      if (dropped.delete(pair(one, other))) sever(one, other);
    },
    dropsSilently: (from, to) => dropped.size > 0 && dropped.has(pair(from, clusterAddressOf(to))),
    passes: (from, to) => cuts.size === 0 || !cuts.has(pair(from, clusterAddressOf(to))),
    enter(party) {
      parties.set(party.clusterAddress, party);
      return () => {
        if (parties.get(party.clusterAddress) === party) parties.delete(party.clusterAddress);
      };
    },
  };
}
