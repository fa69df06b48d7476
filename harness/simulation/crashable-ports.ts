import type { Clock, Timeline } from "#engine/ports/clock.ts";
import type { Databases } from "#engine/ports/databases.ts";
import type { Link, Wire, WireListener } from "#engine/ports/link.ts";
import type { Ports } from "#engine/ports/ports.ts";
import type { Store } from "#engine/ports/store.ts";
import { Pause } from "#harness/faults/pause.ts";

/** Signals of a process: `death` when it was killed, and `pause` while it is suspended. */
export type Life = Readonly<{ death: AbortSignal; pause: Pause }>;

/**
 * Wraps the clock, store, cloud, databases, link and log of one process. After the process was killed, pending calls
 * never return, new calls have no effect and callbacks do not run; calls that were sent before still take effect. While
 * the process is paused, results and callbacks wait.
 */
export function crashablePorts(ports: Ports, death: AbortSignal, pause = new Pause()): Ports {
  const life = { death, pause };
  const { store, cloud, log } = ports;
  return {
    ...ports,
    clock: crashableClock(ports.clock, life),
    store: crashableStore(store, life),
    cloud: { ...cloud, exchange: (request) => inLife(() => cloud.exchange(request), life) },
    databases: crashableDatabases(ports.databases, life),
    link: crashableLink(ports.link, life),
    log: {
      info: whileAlive((event, facts) => log.info(event, facts), death),
      warn: whileAlive((event, facts) => log.warn(event, facts), death),
      error: whileAlive((event, facts) => log.error(event, facts), death),
    },
    failpoint: (name) => (death.aborted ? new Promise(() => {}) : ports.failpoint(name)),
  };
}

/** Wraps a process's handler of incoming connections. After `death`, these connections neither receive nor send. */
export function crashableAccept(
  accept: (wire: Wire) => WireListener,
  death: AbortSignal,
  pause = new Pause(),
): (wire: Wire) => WireListener {
  return (wire) => crashableListener(accept(crashableWire(wire, death)), { death, pause });
}

function crashableClock(clock: Clock, life: Life): Clock {
  const { steady } = clock;
  return { ...crashableTimeline(clock, life), ...(steady && { steady: crashableTimeline(steady, life) }) };
}

function crashableTimeline(timeline: Timeline, life: Life): Timeline {
  return { now: () => timeline.now(), at: (when, callback) => timeline.at(when, whileRunning(callback, life)) };
}

function crashableStore(store: Store, life: Life): Store {
  const { late } = store;
  return {
    read: (key) => inLife(() => store.read(key), life),
    range: (range) => inLife(() => store.range(range), life),
    commit: (batch) => inLife(() => store.commit(batch), life),
    ...(late && {
      late: {
        ...late,
        read: (key) => inLife(() => late.read(key), life),
        commit: (batch) => inLife(async () => late.commit(batch), life),
      },
    }),
  };
}

function crashableLink(link: Link, life: Life): Link {
  const { death } = life;
  return {
    clusterAddress: link.clusterAddress,
    apiAddress: link.apiAddress,
    serveAs: whileAlive((credentials) => link.serveAs(credentials), death),
    dial: (address, credentials, listener) =>
      death.aborted
        ? { peer: undefined, send() {}, close() {} }
        : crashableWire(link.dial(address, credentials, crashableListener(listener, life)), death),
    call: (call) => inLife(() => link.call(call), life),
  };
}

function crashableDatabases(databases: Databases, life: Life): Databases {
  const { death } = life;
  return {
    open(address) {
      const session = databases.open(address);
      const close = () => void session.close();
      death.addEventListener("abort", close);
      return {
        transact: (statements, about) => inLife(() => session.transact(statements, about), life),
        settle: (subject) => inLife(() => session.settle(subject), life),
        verify: () => inLife(() => session.verify(), life),
        column: (query, parameters) => inLife(() => session.column(query, parameters), life),
        close() {
          death.removeEventListener("abort", close);
          return inLife(() => session.close(), life);
        },
      };
    },
  };
}

function crashableWire(wire: Wire, death: AbortSignal): Wire {
  return {
    get peer() {
      return wire.peer;
    },
    send: whileAlive((frame) => wire.send(frame), death),
    drained: () => wire.drained?.(),
    close: whileAlive(() => wire.close(), death),
  };
}

function crashableListener(listener: WireListener, life: Life): WireListener {
  return {
    opened: whileRunning(() => listener.opened(), life),
    received: whileRunning((frame) => listener.received(frame), life),
    closed: whileRunning((reason) => listener.closed(reason), life),
  };
}

function whileAlive<Args extends readonly unknown[]>(
  callback: (...args: Args) => void,
  death: AbortSignal,
): (...args: Args) => void {
  return (...args) => {
    if (!death.aborted) callback(...args);
  };
}

function whileRunning<Args extends readonly unknown[]>(
  callback: (...args: Args) => void,
  { death, pause }: Life,
): (...args: Args) => void {
  const living = whileAlive(callback, death);
  return (...args) => {
    if (!death.aborted) pause.pass(() => living(...args));
  };
}

function inLife<T>(call: () => Promise<T>, life: Life): Promise<T> {
  return new Promise((resolve, reject) => {
    if (life.death.aborted) return;
    call().then(whileRunning(resolve, life), whileRunning(reject, life));
  });
}
