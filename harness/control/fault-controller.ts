import type { CloudFault } from "#harness/cloud/embedded/cloud-provider.ts";
import type { ServerTrouble } from "#harness/databases/product.ts";
import type { RelayFaults, Way } from "#harness/faults/tcp-relay.ts";
import type { Controls } from "./controls.ts";
import { RequestError } from "./request-error.ts";

export type ClusterState = "running" | "crashed" | "paused";

export type LastingFault = Readonly<{ kind: string; parties: readonly string[] }> & Readonly<Record<string, unknown>>;

/** Names of two clusters, or `["database"]`, `["cloud"]`, or `["cloud", action]` for faults of one action. */
export type Parties = readonly string[];

export type TrafficFault =
  | Readonly<{ kind: "partition" }>
  | Readonly<{ kind: "black hole" }>
  | Readonly<{ kind: "delay"; milliseconds: number }>
  /**
   * Between two clusters, drops messages of the first to the second. For the database or the cloud, drops messages in
   * direction `way`, by default to the server.
   */
  | Readonly<{ kind: "one-way black hole"; way?: Way | undefined }>
  | Readonly<{ kind: "bandwidth"; bytesPerSecond: number }>;

function relayFaults(fault: TrafficFault): Partial<RelayFaults> {
  switch (fault.kind) {
    case "partition":
      return { isPartitioned: true };
    case "black hole":
      return { silent: ["to server", "to client"] };
    case "one-way black hole":
      return { silent: [fault.way ?? "to server"] };
    case "bandwidth":
      return { bytesPerSecond: fault.bytesPerSecond };
    case "delay":
      return { delayMilliseconds: fault.milliseconds };
  }
}

/** Adds a fault to the history, for faults that the stage does not record itself. */
export function noteFault(
  { history }: Controls["stage"],
  kind: string,
  parties: Parties,
  about: Readonly<Record<string, unknown>> = {},
): void {
  history.note({ type: "fault", kind, parties: [...parties], about });
}

export class FaultController {
  readonly #stage: Controls["stage"];
  readonly #database: Controls["database"];
  readonly #relays: Controls["relays"];
  readonly #states = new Map<string, ClusterState>();
  #faults: LastingFault[] = [];

  constructor({ stage, database, relays }: Controls) {
    this.#stage = stage;
    this.#database = database;
    this.#relays = relays;
  }

  get state(): object {
    return {
      now: new Date(this.#stage.now()).toISOString(),
      clusters: this.#stage.clusters.map(({ name, api }) => ({ name, api, state: this.#stateOf(name) })),
      faults: this.#faults,
    };
  }

  async begin(fault: TrafficFault, parties: Parties): Promise<void> {
    const relay = this.#relayOf(parties);
    if (relay) {
      relay.inject(relayFaults(fault));
      const { kind, ...about } = fault;
      noteFault(this.#stage, kind, parties, about);
    } else {
      const [one, other] = this.#pairOf(parties);
      await this.#between(fault, [one, other]);
    }
    this.#forget(parties, fault.kind);
    this.#faults.push({ ...fault, parties });
  }

  async #between(fault: TrafficFault, [one, other]: readonly [string, string]): Promise<void> {
    switch (fault.kind) {
      case "partition":
        return this.#stage.partition(one, other);
      case "black hole":
        return this.#stage.dropSilently(one, other);
      case "one-way black hole":
        if (fault.way === undefined) return this.#stage.dropSilentlyOneWay(one, other);
        throw new RequestError(
          400,
          "way: applies to the database and the cloud; between two clusters, messages of the first are dropped",
        );
      case "bandwidth":
        return this.#stage.narrow(one, other, fault.bytesPerSecond);
      case "delay":
        return this.#stage.slow(one, other, fault.milliseconds);
    }
  }

  async reset(parties: Parties): Promise<void> {
    const relay = this.#relayOf(parties);
    if (!relay) await this.#stage.reset(...this.#pairOf(parties));
    else {
      noteFault(this.#stage, "reset", parties);
      await relay.reset();
    }
    this.#stage.history.heal(parties);
  }

  async heal(parties: Parties): Promise<void> {
    const relay = this.#relayOf(parties);
    if (relay) {
      await (parties.includes("database") ? this.#database.recover() : relay.heal());
      this.#stage.history.heal(parties);
    } else await this.#stage.heal(...this.#pairOf(parties));
    this.#forget(parties);
  }

  async healAll(): Promise<void> {
    for (const { kind, parties } of [...this.#faults]) if (kind !== "cloud error") await this.heal(parties);
  }

  /**
   * Makes the database server refuse a user's requests on new connections until the database is healed. Rejects with a
   * `RequestError` if the user does not exist or is a superuser.
   */
  async trouble(kind: ServerTrouble, username: string): Promise<void> {
    const [isSuperuser] = await this.#stage.database.column(
      `SELECT rolsuper::text FROM pg_catalog.pg_roles WHERE rolname = '${username}'`,
    );
    if (isSuperuser === undefined) throw new RequestError(404, `username: the database has no user ${username}`);
    if (isSuperuser === "true") {
      const why = "is a superuser, to which no limits apply";
      throw new RequestError(409, `username: ${username} ${why}: name the user that a connection logs in as`);
    }
    const parties = ["database"];
    await this.#database.trouble(kind, { username, password: "" });
    noteFault(this.#stage, kind, parties, { username });
    this.#faults.push({ kind, parties, username });
  }

  /** Makes the cloud respond to `action` with a fault. With null, the action works again. */
  async cloudFault(action: string, fault: CloudFault | null): Promise<void> {
    const parties = ["cloud", action];
    await this.#stage.cloud.setFault(action, fault ?? undefined);
    this.#forget(parties);
    this.#stage.history.heal(parties);
    if (fault === null) return;
    noteFault(this.#stage, "cloud error", parties, { fault });
    this.#faults.push({ kind: "cloud error", parties, fault });
  }

  async crash(cluster: string): Promise<void> {
    this.#require(cluster, ["running", "paused"]);
    this.#states.set(cluster, "crashed");
    await this.#stage.kill(cluster);
  }

  async start(cluster: string): Promise<void> {
    this.#require(cluster, ["crashed"]);
    await this.#stage.start(cluster);
    this.#states.set(cluster, "running");
  }

  pause(cluster: string): void {
    this.#require(cluster, ["running"]);
    this.#stage.pause(cluster);
    noteFault(this.#stage, "pause", [cluster]);
    this.#states.set(cluster, "paused");
  }

  resume(cluster: string): void {
    this.#require(cluster, ["paused"]);
    this.#stage.resume(cluster);
    this.#stage.history.heal([cluster]);
    this.#states.set(cluster, "running");
  }

  #require(cluster: string, states: readonly ClusterState[]): void {
    const known = this.#stage.clusters.map(({ name }) => name);
    if (!known.includes(cluster))
      throw new RequestError(404, `there is no cluster ${cluster}; known: ${known.join(", ")}`);
    const state = this.#stateOf(cluster);
    if (!states.includes(state)) throw new RequestError(409, `${cluster} is ${state}, not ${states.join(" or ")}`);
  }

  #stateOf(cluster: string): ClusterState {
    return this.#states.get(cluster) ?? "running";
  }

  #relayOf(parties: Parties) {
    const [only] = parties;
    return parties.length === 1 && (only === "database" || only === "cloud") ? this.#relays[only] : undefined;
  }

  #pairOf(parties: Parties): readonly [string, string] {
    const known = this.#stage.clusters.map(({ name }) => name);
    const [one, other] = parties;
    const isPair = parties.length === 2 && one !== other && parties.every((party) => known.includes(party));
    if (isPair && one !== undefined && other !== undefined) return [one, other];
    throw new RequestError(400, `parties: must be two of ${known.join(", ")}, or "database", or "cloud"`);
  }

  #forget(parties: Parties, kind?: string): void {
    const isSame = (fault: LastingFault) =>
      (kind === undefined || fault.kind === kind) &&
      fault.parties.length === parties.length &&
      parties.every((party) => fault.parties.includes(party));
    this.#faults = this.#faults.filter((fault) => !isSame(fault));
  }
}
