import type { Databases } from "#engine/ports/databases.ts";
import type { Link, Wire, WireListener } from "#engine/ports/link.ts";
import type { Ports } from "#engine/ports/ports.ts";
import type { Store } from "#engine/ports/store.ts";

/**
 * The ports of one life of a cluster. After `death` nothing that was asked is answered, nothing more is asked of the world and
 * nothing that was arranged is done, as if the process were gone. What was handed over before still counts.
 */
export function crashablePorts(ports: Ports, death: AbortSignal): Ports {
  const { clock, store, cloud, log } = ports;
  return {
    ...ports,
    clock: { now: () => clock.now(), at: (when, callback) => clock.at(when, whileAlive(callback, death)) },
    store: crashableStore(store, death),
    cloud: { ...cloud, exchange: (request) => inLife(() => cloud.exchange(request), death) },
    databases: crashableDatabases(ports.databases, death),
    link: crashableLink(ports.link, death),
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
): (wire: Wire) => WireListener {
  return (wire) => crashableListener(accept(crashableWire(wire, death)), death);
}

function crashableStore(store: Store, death: AbortSignal): Store {
  const { late } = store;
  return {
    read: (key) => inLife(() => store.read(key), death),
    range: (range) => inLife(() => store.range(range), death),
    commit: (batch) => inLife(() => store.commit(batch), death),
    ...(late && {
      late: {
        ...late,
        read: (key) => inLife(() => late.read(key), death),
        commit: (batch) => inLife(() => late.commit(batch), death),
      },
    }),
  };
}

function crashableLink(link: Link, death: AbortSignal): Link {
  return {
    clusterAddress: link.clusterAddress,
    apiAddress: link.apiAddress,
    dial: (address, listener) =>
      death.aborted
        ? { send() {}, close() {} }
        : crashableWire(link.dial(address, crashableListener(listener, death)), death),
    call: (call) => inLife(() => link.call(call), death),
  };
}

/** The connections of a process that died are closed for it, after what was on its way. */
function crashableDatabases(databases: Databases, death: AbortSignal): Databases {
  return {
    open(kind, url) {
      const session = databases.open(kind, url);
      const close = () => void session.close();
      death.addEventListener("abort", close);
      return {
        transact: (statements, about) => inLife(() => session.transact(statements, about), death),
        settle: (subject) => inLife(() => session.settle(subject), death),
        verify: () => inLife(() => session.verify(), death),
        column: (query, parameters) => inLife(() => session.column(query, parameters), death),
        close() {
          death.removeEventListener("abort", close);
          return inLife(() => session.close(), death);
        },
      };
    },
  };
}

function crashableWire(wire: Wire, death: AbortSignal): Wire {
  return {
    send: whileAlive((frame) => wire.send(frame), death),
    drained: () => wire.drained?.(),
    close: whileAlive(() => wire.close(), death),
  };
}

function crashableListener(listener: WireListener, death: AbortSignal): WireListener {
  return {
    opened: whileAlive(() => listener.opened(), death),
    received: whileAlive((frame) => listener.received(frame), death),
    closed: whileAlive((reason) => listener.closed(reason), death),
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

/** What `ask` gives; the dead do not ask, and do not get to know. */
function inLife<T>(ask: () => Promise<T>, death: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    if (death.aborted) return;
    ask().then(whileAlive(resolve, death), whileAlive(reject, death));
  });
}
