import type { Credentials, Wire, WireListener } from "#engine/ports/link.ts";
import type { Recorder } from "#harness/history/recorder.ts";
import { holdsKey } from "./holds-key.ts";
import type { Message } from "./message.ts";
import type { Random } from "./random.ts";
import type { Scheduler } from "./scheduler.ts";
import { type Accept, SimulatedWire, type WireContext } from "./simulated-wire.ts";

/** Range of a message's latency, in milliseconds. With probability `lazyChance`, up to `lazy` is added. */
const latency = { least: 0.1, most: 2, lazy: 20, lazyChance: 0.02 } as const;

/** Range of the time until a host notices a broken connection, in milliseconds. */
const notice = { least: 0.1, most: 3 } as const;

/** Maximum additional latency while connections overtake one another, in milliseconds. */
const overtaking = 120;

/** Time until a connection attempt fails if the host does not respond, in milliseconds. */
const dialTimeoutMilliseconds = 5_000;

export type Listener = Readonly<{ host: string; accept: Accept }>;

export type NetworkOptions = Readonly<{
  scheduler: Scheduler;
  random: Random;
  recorder: Recorder;
  party?: (host: string) => string;
  /** True if the private key belongs to the certificate. Default: {@link holdsKey}. */
  proves?: (credentials: Credentials) => boolean;
}>;

/**
 * A seeded network between named hosts. Messages on one path (from one host to another) arrive in order. Messages on
 * different paths may arrive in any order. While connections may overtake one another, so may messages of different
 * connections on one path.
 */
export class Network {
  readonly #scheduler: Scheduler;
  readonly #random: Random;
  readonly #recorder: Recorder;
  readonly party: (host: string) => string;
  readonly #listeners = new Map<string, Listener>();
  readonly #shown = new Map<string, Credentials>();
  readonly #cut = new Set<string>();
  readonly #silentPaths = new Set<string>();
  readonly #wires = new Set<SimulatedWire>();
  readonly #lastArrival = new Map<string, number>();
  readonly #lastOfConnection = new WeakMap<object, number>();
  readonly #sentUntil = new Map<string, number>();
  readonly #duplicating = new Map<string, number>();
  readonly #slowHosts = new Map<string, number>();
  #slowness = 1;
  /** Additional latency in milliseconds, by pair of hosts. */
  readonly #delays = new Map<string, number>();
  /** Bandwidth in characters per millisecond, by pair of hosts. */
  readonly #narrowPairs = new Map<string, number>();
  #charactersPerMillisecond = Number.POSITIVE_INFINITY;
  #overtakes = false;
  readonly #context: WireContext = {
    carry: (message) => this.carry(message),
    soon: (callback) => this.#soon(callback),
    forget: (wire) => void this.#wires.delete(wire),
  };

  readonly #proves: (credentials: Credentials) => boolean;

  constructor({ scheduler, random, recorder, party = (host) => host, proves = holdsKey }: NetworkOptions) {
    this.#proves = proves;
    this.#scheduler = scheduler;
    this.#random = random;
    this.#recorder = recorder;
    this.party = party;
  }

  /**
   * Sends a message. It arrives after its latency, or is lost if the path is partitioned at that time. On a path that
   * drops silently, neither `deliver` nor `lose` is called.
   */
  carry({ from, to, kind, content, deliver, lose, connection }: Message): void {
    const path = pathOf(from, to);
    const arrival = this.#arrivalOf({ from, to, size: content.length, connection });
    const between = { from: this.party(from), to: this.party(to) };
    const cause = this.#recorder.frame({ ...between, ...(kind === undefined ? {} : { kind }), content });
    const recordFate = (fate: "delivered" | "lost" | "dropped") =>
      this.#recorder.note({ type: "arrival", cause, fate });
    this.#scheduler.after(arrival - this.#scheduler.elapsed(), () => {
      if (this.#silentPaths.has(path)) return void recordFate("dropped");
      const lost = this.isPartitioned(from, to);
      recordFate(lost ? "lost" : "delivered");
      if (lost) return lose?.();
      deliver();
      const twice =
        kind === undefined && this.#duplicating.size > 0 ? this.#duplicating.get(pair(from, to)) : undefined;
      if (twice !== undefined && this.#random.fraction() < twice) {
        recordFate("delivered");
        deliver();
      }
    });
  }

  #arrivalOf({
    from,
    to,
    size,
    connection,
  }: Readonly<{ from: string; to: string; size: number; connection: object | undefined }>): number {
    const path = pathOf(from, to);
    const delay =
      this.#random.between(latency.least, latency.most) +
      (this.#random.fraction() < latency.lazyChance ? this.#random.between(0, latency.lazy) : 0);
    const overtaken = this.#overtakes ? this.#random.between(0, overtaking) : 0;
    const slowest =
      this.#slowHosts.size === 0 ? 1 : Math.max(this.#slowHosts.get(from) ?? 1, this.#slowHosts.get(to) ?? 1);
    // Only the larger factor applies, and it does not multiply the overtaking: otherwise messages would still be in
    // transit long after the healing.
    const slowness = Math.max(this.#slowness, slowest);
    const begins = Math.max(this.#scheduler.elapsed(), this.#sentUntil.get(path) ?? 0);
    const sent = begins + size / this.#rateBetween(from, to);
    this.#sentUntil.set(path, sent);
    const ofPath = this.#lastArrival.get(path) ?? 0;
    const before = this.#overtakes ? ((connection && this.#lastOfConnection.get(connection)) ?? 0) : ofPath;
    const later =
      delay * slowness + overtaken + (this.#delays.size === 0 ? 0 : (this.#delays.get(pair(from, to)) ?? 0));
    const arrival = Math.max(sent + later, before);
    this.#lastArrival.set(path, Math.max(ofPath, arrival));
    if (connection) this.#lastOfConnection.set(connection, arrival);
    return arrival;
  }

  #rateBetween(from: string, to: string): number {
    const ofPair = this.#narrowPairs.size === 0 ? undefined : this.#narrowPairs.get(pair(from, to));
    return Math.min(this.#charactersPerMillisecond, ofPair ?? Number.POSITIVE_INFINITY);
  }

  /** Registers `listener` at `address` and returns a function that removes it. */
  listen(address: string, listener: Listener): () => void {
    this.#listeners.set(address, listener);
    return () => {
      if (this.#listeners.get(address) === listener) this.#listeners.delete(address);
    };
  }

  /** Sets the credentials that `host` presents. Without valid credentials, connections to it are refused. */
  serveAs(host: string, credentials: Credentials | undefined): void {
    if (credentials && this.#proves(credentials)) this.#shown.set(host, credentials);
    else this.#shown.delete(host);
  }

  /**
   * Opens a connection to the host that listens at `url`. Both ends must have the keys of their
   * certificates, as with TLS; otherwise the connection is refused.
   */
  dial(
    { from, credentials }: Readonly<{ from: string; credentials: Credentials }>,
    url: string,
    caller: WireListener,
  ): Wire {
    const address = url.endsWith("/") ? url.slice(0, -1) : url;
    const to = this.#listeners.get(address)?.host;
    if (to === undefined || !this.#proves(credentials)) {
      const reason =
        to === undefined ? `no cluster listens at ${address}` : "the private key does not belong to the certificate";
      this.#soon(() => caller.closed(reason));
      return { peer: undefined, send() {}, close() {} };
    }
    const wire = new SimulatedWire({ from, to, certificate: credentials.certificate, context: this.#context });
    this.#wires.add(wire);
    if (this.#silentPaths.has(pathOf(from, to)) || this.#silentPaths.has(pathOf(to, from))) {
      this.#scheduler.after(dialTimeoutMilliseconds, () => wire.breakSoon(`no answer from ${to}`));
    }
    return wire.dial(caller, () => {
      const accept = this.#listeners.get(address)?.accept;
      const certificate = this.#shown.get(to)?.certificate;
      return accept && certificate !== undefined ? { accept, certificate } : undefined;
    });
  }

  isPartitioned(one: string, other: string): boolean {
    return this.#cut.size > 0 && this.#cut.has(pair(one, other));
  }

  /** Blocks all traffic between two hosts and breaks the connections between them. */
  partition(one: string, other: string): void {
    this.#cut.add(pair(one, other));
    this.#fault("partition", one, other);
    this.#breakWires(one, other, "the link was partitioned");
  }

  /** Silently drops all messages between two hosts; connections between them stay open. */
  dropSilently(one: string, other: string): void {
    this.#silentPaths.add(pathOf(one, other)).add(pathOf(other, one));
    this.#fault("black hole", one, other);
  }

  /** Silently drops all messages from `from` to `to`; the other direction works. */
  dropSilentlyOneWay(from: string, to: string): void {
    this.#silentPaths.add(pathOf(from, to));
    this.#fault("one-way black hole", from, to);
  }

  /**
   * Slows all later messages down by this factor; 1 is normal. Of several factors for a message, the largest applies.
   */
  slow(factor: number): void {
    this.#slowness = factor;
    const parties = ["network"];
    if (factor === 1) this.#recorder.history.heal(parties);
    else this.#recorder.note({ type: "fault", kind: "slow network", parties, about: { factor } });
  }

  /** Adds `milliseconds` to the latency between two hosts; 0 removes the delay. */
  delay(one: string, other: string, milliseconds: number): void {
    const parties = [this.party(one), this.party(other)];
    if (milliseconds === 0) this.#recorder.history.heal(parties);
    else this.#recorder.note({ type: "fault", kind: "slow", parties, about: { milliseconds } });
    if (milliseconds === 0) this.#delays.delete(pair(one, other));
    else this.#delays.set(pair(one, other), milliseconds);
  }

  /**
   * Slows all later messages from and to a host down by this factor; 1 is normal. Of several factors for a message, the
   * largest applies.
   */
  slowHost(host: string, factor: number): void {
    if (factor === 1) this.#slowHosts.delete(host);
    else this.#slowHosts.set(host, factor);
    this.#lasting({ isOn: factor !== 1, kind: "slow host", party: this.party(host), about: { factor } });
  }

  /** Limits the bandwidth of each path; undefined removes the limit. */
  narrow(charactersPerMillisecond: number | undefined): void {
    this.#charactersPerMillisecond = charactersPerMillisecond ?? Number.POSITIVE_INFINITY;
    if (charactersPerMillisecond === undefined) this.#sentUntil.clear();
    const isOn = charactersPerMillisecond !== undefined;
    this.#lasting({ isOn, kind: "narrow network", party: "bandwidth", about: { charactersPerMillisecond } });
  }

  /** Limits the bandwidth between two hosts in each direction. */
  narrowBetween(one: string, other: string, charactersPerSecond: number): void {
    this.#narrowPairs.set(pair(one, other), charactersPerSecond / 1000);
    const parties = [this.party(one), this.party(other)];
    this.#recorder.note({ type: "fault", kind: "narrow network", parties, about: { charactersPerSecond } });
  }

  /** With true, messages of different connections on one path may overtake one another. */
  overtake(isOn: boolean): void {
    this.#overtakes = isOn;
    this.#lasting({ isOn, kind: "overtaking connections", party: "order", about: {} });
  }

  /** Delivers frames between two hosts twice, with this probability; 0 ends the fault. */
  duplicate(one: string, other: string, chance: number): void {
    const parties = [this.party(one), this.party(other), "duplicates"];
    if (chance === 0) {
      this.#duplicating.delete(pair(one, other));
      this.#recorder.history.heal(parties);
      return;
    }
    this.#duplicating.set(pair(one, other), chance);
    this.#recorder.note({ type: "fault", kind: "duplicate frames", parties, about: { chance } });
  }

  #lasting({
    isOn,
    kind,
    party,
    about,
  }: Readonly<{ isOn: boolean; kind: string; party: string; about: Readonly<Record<string, unknown>> }>): void {
    const parties = ["network", party];
    if (isOn) this.#recorder.note({ type: "fault", kind, parties, about });
    else this.#recorder.history.heal(parties);
  }

  /**
   * Ends partitions, delays, bandwidth limits and silent drops between two hosts. After a silent
   * drop in either direction, the connections between the hosts break, because they may have lost
   * frames.
   */
  heal(one: string, other: string): void {
    this.#cut.delete(pair(one, other));
    this.#delays.delete(pair(one, other));
    if (this.#narrowPairs.delete(pair(one, other))) {
      for (const path of [pathOf(one, other), pathOf(other, one)]) this.#sentUntil.delete(path);
    }
    const silent = [pathOf(one, other), pathOf(other, one)].filter((path) => this.#silentPaths.delete(path));
    if (silent.length > 0) this.#breakWires(one, other, "the connection broke");
    this.#recorder.history.heal([this.party(one), this.party(other)]);
  }

  /**
   * Breaks every connection of a killed host, including those that are not open yet, and removes the host's
   * credentials.
   */
  drop(host: string): void {
    this.#shown.delete(host);
    for (const wire of this.#wires) if (wire.from === host || wire.to === host) wire.breakSoon("the other end is gone");
  }

  /** Returns the number of connections that a host has not closed. */
  connectionsOf(host: string): number {
    return [...this.#wires].filter((wire) => wire.isOpenAt(host)).length;
  }

  #breakWires(one: string, other: string, reason: string): void {
    for (const wire of this.#wires) if (pair(wire.from, wire.to) === pair(one, other)) wire.breakSoon(reason);
  }

  #fault(kind: string, one: string, other: string): void {
    this.#recorder.note({ type: "fault", kind, parties: [this.party(one), this.party(other)] });
  }

  #soon(callback: () => void): void {
    this.#scheduler.after(this.#random.between(notice.least, notice.most), callback);
  }
}

function pair(one: string, other: string): string {
  return one < other ? `${one}|${other}` : `${other}|${one}`;
}

function pathOf(from: string, to: string): string {
  return `${from}>${to}`;
}
