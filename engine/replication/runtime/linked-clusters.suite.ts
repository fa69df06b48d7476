import type { JsonObject } from "../../api/json.ts";
import type { ForwardedCall, Outcome } from "../../core/storage/write-path.ts";
import { certificatesForTests } from "../../ports/certificates-for-tests.suite.ts";
import type { Clock, Timeline } from "../../ports/clock.ts";
import { cryptographyForTests } from "../../ports/cryptography-for-tests.suite.ts";
import type { Link, PeerCall, Wire, WireListener } from "../../ports/link.ts";
import type { Change, Store } from "../../ports/store.ts";
import { memoryStore } from "../../stores/memory-store.ts";
import { openReplication } from "../open-replication.ts";
import type { Replication } from "../replication.ts";

type Appointment = Readonly<{ when: () => number; callback: () => void }>;

class ManualClock implements Clock {
  #now = 1_800_000_000_000;
  #callbacks: Appointment[] = [];

  /** Milliseconds by which the wall clock was set back; steady time is not affected. */
  setBack = 0;

  now(): number {
    return this.#now - this.setBack;
  }

  readonly steady: Timeline = {
    now: () => this.#now,
    at: (when, callback) => this.#arrange({ when: () => when, callback }),
  };

  at(when: number, callback: () => void): () => void {
    return this.#arrange({ when: () => when + this.setBack, callback });
  }

  #arrange(appointment: Appointment): () => void {
    this.#callbacks.push(appointment);
    return () => {
      this.#callbacks = this.#callbacks.filter((other) => other !== appointment);
    };
  }

  /** Advances the time at once. Callbacks that become due run when {@link pass} is called next. */
  leap(milliseconds: number): void {
    this.#now += milliseconds;
  }

  /** Advances the time, runs due callbacks in the order of their times, and calls {@link rest} after each. */
  async pass(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds;
    await rest();
    for (;;) {
      const next = this.#callbacks.filter(({ when }) => when() <= end).sort((a, b) => a.when() - b.when())[0];
      if (!next) break;
      this.#callbacks = this.#callbacks.filter((other) => other !== next);
      this.#now = Math.max(this.#now, next.when());
      next.callback();
      await rest();
    }
    this.#now = end;
  }
}

/** Resolves in a later turn of the event loop, after promises that are already settled. */
export function rest(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

export class WatchedStore implements Store {
  readonly #inner = memoryStore();
  commits = 0;
  /** Called before each batch; if it throws or rejects, the batch fails with that error. */
  before: (batch: readonly Change[]) => Promise<void> | void = () => {};

  read = (key: string) => this.#inner.read(key);
  range: Store["range"] = (range) => this.#inner.range(range);

  async commit(batch: readonly Change[]): Promise<void> {
    this.commits++;
    await this.before(batch);
    await this.#inner.commit(batch);
  }

  async all(prefix = ""): Promise<Record<string, string>> {
    return Object.fromEntries(await this.#inner.range({ prefix }));
  }
}

type End = { listener: WireListener; other: End | undefined; closed: boolean; owner: string; peer: string | undefined };

export type Member = {
  name: string;
  store: WatchedStore;
  replication: Replication;
  notices: string[];
  places: string[];
  logged: string[];
  serve: (call: ForwardedCall) => Promise<Outcome>;
};

export class LinkedClusters {
  readonly clock = new ManualClock();
  readonly members = new Map<string, Member>();
  /**
   * Data that the unwrap endpoint returns, by token; each is returned once. For other tokens the
   * status is 400.
   */
  readonly wrapped = new Map<string, JsonObject>();
  readonly calls: PeerCall[] = [];
  readonly shown = new Map<string, string | undefined>();
  passes: (frame: string) => boolean = () => true;
  repeat = false;
  /** Called at each failpoint of a member. A promise that never resolves stops the member at the failpoint. */
  failpoint: (member: string, place: string) => Promise<void> | undefined = () => undefined;
  readonly #ends: End[] = [];
  readonly #partitioned = new Set<string>();
  #entropy = 0;

  static async of<Name extends string>(...names: readonly Name[]) {
    const clusters = new LinkedClusters();
    const members = {} as Record<Name, Member>;
    for (const name of names) members[name] = await clusters.open(name, new WatchedStore());
    return { clusters, ...members };
  }

  async open(name: string, store: WatchedStore): Promise<Member> {
    const notices: string[] = [];
    const places: string[] = [];
    const logged: string[] = [];
    const member = { name, store, notices, places, logged, serve: async () => ({ answer: null }) } as unknown as Member;
    const note = (event: string) => void logged.push(event);
    member.replication = await openReplication({
      ports: {
        clock: this.clock,
        store,
        entropy: { bytes: (count) => new Uint8Array(count).map(() => ++this.#entropy) },
        cryptography: cryptographyForTests,
        certificates: certificatesForTests,
        log: { info: note, warn: note, error: note },
        failpoint: (place) => {
          places.push(place);
          return this.failpoint(name, place);
        },
        link: this.#link(name),
      },
      serve: (call) => member.serve(call),
      observer: {
        beforeDeletion: async () => [],
        beforeWipe: async () => [],
        invalidate: () => {},
        applied: (keys) => void notices.push(`applied ${keys.join(" ")}`),
        async roleChanged() {
          notices.push(`primary: ${member.replication.isPrimary()}`);
        },
        async wiped() {
          notices.push(`wiped: ${Object.keys(await store.all()).length} keys are left`);
        },
        outOfSync: () => void notices.push("out of sync"),
      },
    });
    this.members.set(name, member);
    member.replication.start();
    return member;
  }

  async restart(name: string): Promise<Member> {
    const { store } = this.member(name);
    for (const end of this.#ends) if (end.owner === name) this.#close(end, "the process died");
    await this.member(name).replication.stop();
    return this.open(name, store);
  }

  /** Like {@link restart}, but does not wait until the cluster has stopped. */
  async crash(name: string): Promise<Member> {
    const { store } = this.member(name);
    for (const end of this.#ends) if (end.owner === name) this.#close(end, "the process died");
    void this.member(name).replication.stop();
    return this.open(name, store);
  }

  /** Resolves to the result of `task`, and meanwhile runs the callbacks of the clock that are due. */
  async paused<T>(task: Promise<T>): Promise<T> {
    let isOver = false;
    const over = task.finally(() => {
      isOver = true;
    });
    over.catch(() => {});
    while (!isOver) await this.clock.pass(0);
    return over;
  }

  async enableSecondary(primary: Member, secondary: Member): Promise<void> {
    await secondary.replication.roles.enableSecondary(
      await primary.replication.activations.registerSecondary(secondary.name),
    );
    await rest();
  }

  partition(name: string): void {
    this.#partitioned.add(name);
    for (const end of this.#ends) if (end.owner === name) this.#close(end, "partition");
  }

  heal(name: string): void {
    this.#partitioned.delete(name);
  }

  inject(from: string, to: string, frame: string): void {
    const end = this.#ends.findLast(({ owner, other, closed }) => owner === to && other?.owner === from && !closed);
    end?.listener.received(frame);
  }

  member(name: string): Member {
    const member = this.members.get(name);
    if (!member) throw new Error(`no member ${name}`);
    return member;
  }

  #link(name: string): Link {
    return {
      clusterAddress: `wss://${name}`,
      apiAddress: `http://${name}`,
      serveAs: (credentials) => void this.shown.set(name, credentials?.certificate),
      dial: (address, { certificate }, listener) => this.#dial({ owner: name, certificate }, address, listener),
      call: async (call) => {
        this.calls.push(call);
        if (!this.members.has(call.apiAddress.replace("http://", ""))) throw new Error("no cluster answers");
        const data = this.wrapped.get(call.token);
        this.wrapped.delete(call.token);
        return data ? { status: 200, body: JSON.stringify({ data }) } : { status: 400, body: "{}" };
      },
    };
  }

  #dial({ owner, certificate }: { owner: string; certificate: string }, address: string, listener: WireListener): Wire {
    const near: End = { listener, other: undefined, closed: false, owner, peer: undefined };
    const host = address.replace("wss://", "");
    queueMicrotask(() => {
      const member = this.members.get(host);
      if (!member || this.#partitioned.has(host) || this.#partitioned.has(owner)) {
        near.closed = true;
        listener.closed("unreachable");
        return;
      }
      const far: End = { listener, other: near, closed: false, owner: host, peer: certificate };
      near.peer = this.shown.get(host);
      near.other = far;
      far.listener = member.replication.accept(this.#wire(far));
      this.#ends.push(near, far);
      listener.opened();
    });
    return this.#wire(near);
  }

  #wire(end: End): Wire {
    return {
      get peer() {
        return end.peer;
      },
      send: (frame) => {
        const { other } = end;
        if (end.closed || !other || !this.passes(frame)) return;
        const times = this.repeat ? 2 : 1;
        this.repeat = false;
        for (let time = 0; time < times; time++)
          queueMicrotask(() => {
            if (!other.closed) other.listener.received(frame);
          });
      },
      close: () => this.#close(end, "closed"),
    };
  }

  #close(end: End, reason: string): void {
    for (const one of [end, end.other]) {
      if (!one || one.closed) continue;
      queueMicrotask(() => {
        if (one.closed) return;
        one.closed = true;
        one.listener.closed(reason);
      });
    }
  }
}

export function write(member: Member, values: Readonly<Record<string, string | null>>): Promise<void> {
  return member.replication.commit(
    "m",
    Object.entries(values).map(([key, value]) => ({ key, value })),
  );
}
