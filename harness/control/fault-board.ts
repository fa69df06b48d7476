import type { CloudFault } from "#harness/cloud/cloud-provider.ts";
import type { Controls } from "./controls.ts";
import { Misuse } from "./misuse.ts";

export type ClusterState = "running" | "crashed" | "paused";

/** A fault that lasts. */
export type LastingFault = Readonly<{ kind: string; parties: readonly string[] }> & Readonly<Record<string, unknown>>;

/** The parties of a fault: two clusters, or the database or the cloud, which fails for all clusters. */
export type Parties = readonly string[];

/** What a traffic fault does. */
export type TrafficFault =
  | Readonly<{ kind: "partition" }>
  | Readonly<{ kind: "black hole" }>
  | Readonly<{ kind: "delay"; milliseconds: number }>;

/** Brings about faults one at a time, and knows which last. */
export class FaultBoard {
  readonly #controls: Controls;
  readonly #states = new Map<string, ClusterState>();
  #faults: LastingFault[] = [];

  constructor(controls: Controls) {
    this.#controls = controls;
  }

  /** What is so now. */
  get state(): object {
    return {
      now: new Date(this.#controls.now()).toISOString(),
      clusters: this.#controls.clusters.map(({ name, api }) => ({ name, api, state: this.#stateOf(name) })),
      faults: this.#faults,
    };
  }

  async begin(fault: TrafficFault, parties: Parties): Promise<void> {
    const relay = this.#relayOf(parties);
    if (relay) {
      if (fault.kind === "partition") relay.inject({ isPartitioned: true });
      else if (fault.kind === "black hole") relay.inject({ silent: ["to server", "to client"] });
      else relay.inject({ delayMilliseconds: fault.milliseconds });
      const { kind, ...about } = fault;
      this.#controls.began(kind, parties, about);
    } else {
      const [one, other] = this.#pairOf(parties);
      if (fault.kind === "partition") await this.#controls.partition(one, other);
      else if (fault.kind === "black hole") await this.#controls.dropSilently(one, other);
      else await this.#controls.slow(one, other, fault.milliseconds);
    }
    this.#forget(parties, fault.kind);
    this.#faults.push({ ...fault, parties });
  }

  async heal(parties: Parties): Promise<void> {
    const relay = this.#relayOf(parties);
    if (relay) {
      relay.heal();
      this.#controls.ended(parties);
    } else await this.#controls.heal(...this.#pairOf(parties));
    this.#forget(parties);
  }

  /** Ends every traffic fault that lasts. */
  async healAll(): Promise<void> {
    for (const { kind, parties } of [...this.#faults]) if (kind !== "cloud error") await this.heal(parties);
  }

  /** Has the cloud answer an action with an error; with null as ever. */
  async cloudFault(action: string, fault: CloudFault | null): Promise<void> {
    const parties = ["cloud", action];
    await this.#controls.setCloudFault(action, fault ?? undefined);
    this.#forget(parties);
    this.#controls.ended(parties);
    if (fault === null) return;
    this.#controls.began("cloud error", parties, { fault });
    this.#faults.push({ kind: "cloud error", parties, fault });
  }

  async crash(cluster: string): Promise<void> {
    this.#require(cluster, ["running", "paused"]);
    this.#states.set(cluster, "crashed");
    await this.#controls.crash(cluster);
  }

  async start(cluster: string): Promise<void> {
    this.#require(cluster, ["crashed"]);
    await this.#controls.start(cluster);
    this.#states.set(cluster, "running");
  }

  pause(cluster: string): void {
    this.#require(cluster, ["running"]);
    this.#controls.pause(cluster);
    this.#controls.began("pause", [cluster]);
    this.#states.set(cluster, "paused");
  }

  resume(cluster: string): void {
    this.#require(cluster, ["paused"]);
    this.#controls.resume(cluster);
    this.#controls.ended([cluster]);
    this.#states.set(cluster, "running");
  }

  #require(cluster: string, states: readonly ClusterState[]): void {
    const known = this.#controls.clusters.map(({ name }) => name);
    if (!known.includes(cluster)) throw new Misuse(404, `there is no cluster ${cluster}; known: ${known.join(", ")}`);
    const state = this.#stateOf(cluster);
    if (!states.includes(state)) throw new Misuse(409, `${cluster} is ${state}, not ${states.join(" or ")}`);
  }

  #stateOf(cluster: string): ClusterState {
    return this.#states.get(cluster) ?? "running";
  }

  #relayOf(parties: Parties) {
    const [only] = parties;
    return parties.length === 1 && (only === "database" || only === "cloud") ? this.#controls.relays[only] : undefined;
  }

  #pairOf(parties: Parties): readonly [string, string] {
    const known = this.#controls.clusters.map(({ name }) => name);
    const [one, other] = parties;
    const isPair = parties.length === 2 && one !== other && parties.every((party) => known.includes(party));
    if (isPair && one !== undefined && other !== undefined) return [one, other];
    throw new Misuse(400, `parties: must be two of ${known.join(", ")}, or "database", or "cloud"`);
  }

  #forget(parties: Parties, kind?: string): void {
    const isSame = (fault: LastingFault) =>
      (kind === undefined || fault.kind === kind) &&
      fault.parties.length === parties.length &&
      parties.every((party) => fault.parties.includes(party));
    this.#faults = this.#faults.filter((fault) => !isSame(fault));
  }
}
