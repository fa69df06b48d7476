import type { Clock, Timeline } from "#engine/ports/clock.ts";
import type { Databases } from "#engine/ports/databases.ts";
import type { Link, Wire, WireListener } from "#engine/ports/link.ts";
import type { Ports } from "#engine/ports/ports.ts";
import type { Store } from "#engine/ports/store.ts";
import { Pause } from "#harness/faults/pause.ts";

/** How a process can be kept from going on. */
export type Life = Readonly<{ death: AbortSignal; pause: Pause }>;

/**
 * The ports of one life of a cluster. After its death nothing that was asked is answered, nothing more is asked of the world and
 * nothing that was arranged is done, as if the process were gone. What was handed over before still counts. While it is paused, all that comes to
 * it waits.
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

/** `accept` of one life: after `death` nothing is heard from the wire and nothing said on it. */
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
  return { now: () => timeline.now(), at: (when, callback) => timeline.at(when, heard(callback, life)) };
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

/** The connections of a process that died are closed for it, after what was on its way. */
function crashableDatabases(databases: Databases, life: Life): Databases {
  const { death } = life;
  return {
    open(kind, url) {
      const session = databases.open(kind, url);
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
    opened: heard(() => listener.opened(), life),
    received: heard((frame) => listener.received(frame), life),
    closed: heard((reason) => listener.closed(reason), life),
  };
}

function whileAlive<Given extends readonly unknown[]>(
  callback: (...given: Given) => void,
  death: AbortSignal,
): (...given: Given) => void {
  return (...given) => {
    if (!death.aborted) callback(...given);
  };
}

/** What comes to the process: it hears it while it lives, and when it is not paused any more. */
function heard<Given extends readonly unknown[]>(
  callback: (...given: Given) => void,
  { death, pause }: Life,
): (...given: Given) => void {
  const living = whileAlive(callback, death);
  return (...given) => {
    if (!death.aborted) pause.pass(() => living(...given));
  };
}

/** What `ask` gives; the dead do not ask, and do not get to know. */
function inLife<T>(ask: () => Promise<T>, life: Life): Promise<T> {
  return new Promise((resolve, reject) => {
    if (life.death.aborted) return;
    ask().then(heard(resolve, life), heard(reject, life));
  });
}
