import type { Credentials, Wire, WireListener } from "#engine/ports/link.ts";
import type { Recorder } from "#harness/history/recorder.ts";
import { holdsKey } from "./holds-key.ts";
import type { Message } from "./message.ts";
import type { Random } from "./random.ts";
import type { Scheduler } from "./scheduler.ts";
import { type Accept, SimulatedWire, type WireContext } from "./simulated-wire.ts";

/** How long a message is on its way, in milliseconds: a data centre's network with a lazy moment now and then. */
const latency = { least: 0.1, most: 2, lazy: 20, lazyChance: 0.02 } as const;

/** How long it takes until a host notices by itself that something broke, in milliseconds. */
const notice = { least: 0.1, most: 3 } as const;

/** How much longer a message may take while connections overtake one another, in milliseconds. */
const overtaking = 120;

/** Milliseconds until a dial fails to a host that neither accepts nor refuses. */
const dialPatience = 5_000;

/** The listener at an address. */
export type Listener = Readonly<{ host: string; accept: Accept }>;

export type NetworkOptions = Readonly<{
  scheduler: Scheduler;
  random: Random;
  recorder: Recorder;
  /** The name of a host in the history. Default: as the host. */
  party?: (host: string) => string;
  /** Whether credentials are a pair, as TLS has each end prove. Default: {@link holdsKey}. */
  proves?: (credentials: Credentials) => boolean;
}>;

/**
 * A seeded network between named hosts. On one path messages keep their order; between paths they do not, nor between the connections of a path
 * while they overtake one another.
 */
export class Network {
  readonly #scheduler: Scheduler;
  readonly #random: Random;
  readonly #recorder: Recorder;
  /** What a history calls who is at a host. */
  readonly party: (host: string) => string;
  readonly #listeners = new Map<string, Listener>();
  /** What hosts show to those who dial them. */
  readonly #shown = new Map<string, Credentials>();
  readonly #cut = new Set<string>();
  /** Paths on which nothing arrives, each as `from>to`. */
  readonly #silentPaths = new Set<string>();
  readonly #wires = new Set<SimulatedWire>();
  readonly #lastArrival = new Map<string, number>();
  /** When the last message of a connection arrives. */
  readonly #lastOfConnection = new WeakMap<object, number>();
  /** When a path has sent what it was given. */
  readonly #sentUntil = new Map<string, number>();
  readonly #duplicating = new Map<string, number>();
  readonly #slowHosts = new Map<string, number>();
  #slowness = 1;
  /** Milliseconds by which two hosts hear each other later, by the pair. */
  readonly #delays = new Map<string, number>();
  /** Characters a millisecond that a path carries, by the pair of hosts. */
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
   * Brings something from host to host: it arrives there after a while, or is lost when the path is partitioned by then. What a path drops silently
   * neither arrives nor is known to be lost.
   */
  carry({ from, to, kind, content, deliver, lose, connection }: Message): void {
    const path = pathOf(from, to);
    const arrival = this.#arrivalOf({ from, to, size: content.length, connection });
    const between = { from: this.party(from), to: this.party(to) };
    const cause = this.#recorder.frame({ ...between, ...(kind === undefined ? {} : { kind }), content });
    const became = (fate: "delivered" | "lost" | "dropped") => this.#recorder.note({ type: "arrival", cause, fate });
    this.#scheduler.after(arrival - this.#scheduler.elapsed(), () => {
      if (this.#silentPaths.has(path)) return void became("dropped");
      const lost = this.isPartitioned(from, to);
      became(lost ? "lost" : "delivered");
      if (lost) return lose?.();
      deliver();
      const twice =
        kind === undefined && this.#duplicating.size > 0 ? this.#duplicating.get(pair(from, to)) : undefined;
      if (twice !== undefined && this.#random.fraction() < twice) {
        became("delivered");
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
    // The slower of two counts, and to be overtaken takes no longer for it: what is late by both would still be on its way long after all is healed.
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

  /** Lets `listener` have what is dialled at `address`, and gives back how to end that. */
  listen(address: string, listener: Listener): () => void {
    this.#listeners.set(address, listener);
    return () => {
      if (this.#listeners.get(address) === listener) this.#listeners.delete(address);
    };
  }

  /** From now on `host` shows `credentials` to those who dial it; without any each of them is turned away. */
  serveAs(host: string, credentials: Credentials | undefined): void {
    if (credentials && this.#proves(credentials)) this.#shown.set(host, credentials);
    else this.#shown.delete(host);
  }

  /** Starts to connect a host, which shows its credentials, with the host that listens at `address`. As with TLS, both prove their keys. */
  dial(
    { from, credentials }: Readonly<{ from: string; credentials: Credentials }>,
    address: string,
    caller: WireListener,
  ): Wire {
    const to = this.#listeners.get(address)?.host;
    if (to === undefined || !this.#proves(credentials)) {
      const reason = to === undefined ? `no cluster listens at ${address}` : "the private key to show is of no pair";
      this.#soon(() => caller.closed(reason));
      return { peer: undefined, send() {}, close() {} };
    }
    const wire = new SimulatedWire({ from, to, certificate: credentials.certificate, context: this.#context });
    this.#wires.add(wire);
    if (this.#silentPaths.has(pathOf(from, to)) || this.#silentPaths.has(pathOf(to, from))) {
      this.#scheduler.after(dialPatience, () => wire.breakSoon(`no answer from ${to}`));
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

  /** Cuts all traffic between two hosts; the wires between them break. */
  partition(one: string, other: string): void {
    this.#cut.add(pair(one, other));
    this.#fault("partition", one, other);
    this.#breakWires(one, other, "the link was partitioned");
  }

  /** From now on drops silently what two hosts send each other: the wires between them seem to hold. */
  dropSilently(one: string, other: string): void {
    this.#silentPaths.add(pathOf(one, other)).add(pathOf(other, one));
    this.#fault("black hole", one, other);
  }

  /** From now on nothing arrives that `from` sends to `to`, and no end is told; the other way all does. */
  dropSilentlyOneWay(from: string, to: string): void {
    this.#silentPaths.add(pathOf(from, to));
    this.#fault("one-way black hole", from, to);
  }

  /** Multiplies how long everything is on its way from now on; 1 is usual. */
  slow(factor: number): void {
    this.#slowness = factor;
    const parties = ["network"];
    if (factor === 1) this.#recorder.history.heal(parties);
    else this.#recorder.note({ type: "fault", kind: "slow network", parties, about: { factor } });
  }

  /** Delays all that two hosts send each other by so many milliseconds, from now on; 0 ends it. */
  delay(one: string, other: string, milliseconds: number): void {
    const parties = [this.party(one), this.party(other)];
    if (milliseconds === 0) this.#recorder.history.heal(parties);
    else this.#recorder.note({ type: "fault", kind: "slow", parties, about: { milliseconds } });
    if (milliseconds === 0) this.#delays.delete(pair(one, other));
    else this.#delays.set(pair(one, other), milliseconds);
  }

  /** Multiplies how long everything from and to one host is on its way from now on; 1 is usual. */
  slowHost(host: string, factor: number): void {
    if (factor === 1) this.#slowHosts.delete(host);
    else this.#slowHosts.set(host, factor);
    this.#lasting({ isOn: factor !== 1, kind: "slow host", party: this.party(host), about: { factor } });
  }

  /** Lets a path carry so many characters in a millisecond from now on; undefined for any number. */
  narrow(charactersPerMillisecond: number | undefined): void {
    this.#charactersPerMillisecond = charactersPerMillisecond ?? Number.POSITIVE_INFINITY;
    if (charactersPerMillisecond === undefined) this.#sentUntil.clear();
    const isOn = charactersPerMillisecond !== undefined;
    this.#lasting({ isOn, kind: "narrow network", party: "bandwidth", about: { charactersPerMillisecond } });
  }

  /** Lets two hosts send each other so many characters a second, each way, from now on. */
  narrowBetween(one: string, other: string, charactersPerSecond: number): void {
    this.#narrowPairs.set(pair(one, other), charactersPerSecond / 1000);
    const parties = [this.party(one), this.party(other)];
    this.#recorder.note({ type: "fault", kind: "narrow network", parties, about: { charactersPerSecond } });
  }

  /** Whether the connections of a path overtake one another from now on. */
  overtake(isOn: boolean): void {
    this.#overtakes = isOn;
    this.#lasting({ isOn, kind: "overtaking connections", party: "order", about: {} });
  }

  /** Lets frames on the wires between two hosts arrive twice with this chance from now on; 0 ends it. */
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

  /** Ends what was partitioned, delayed, narrow or dropped silently. Wires that lost something so cannot go on, and break. */
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

  /** Breaks every wire of a host that was killed, those that are being dialled as well. */
  drop(host: string): void {
    this.#shown.delete(host);
    for (const wire of this.#wires) if (wire.from === host || wire.to === host) wire.breakSoon("the other end is gone");
  }

  /** How many connections a host has that it has not ended itself. */
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
