import type { Instrument } from "#cluster/instrument.ts";
import type { Timeline } from "#engine/ports/clock.ts";
import type { WireListener } from "#engine/ports/link.ts";
import type { Store } from "#engine/ports/store.ts";
import type { Pause } from "#harness/faults/pause.ts";

/**
 * Delays requests to a cluster, messages that it receives, its timers and its store operations while the cluster is
 * paused.
 */
export function pausingInstrument(pause: Pause): Instrument {
  return {
    handle: (handle) => (request) => whenResumed(pause, () => handle(request)),
    accept: (accept) => (wire) => pausedListener(pause, accept(wire)),
    ports: (ports) => ({
      ...ports,
      clock: {
        ...timeline(pause, ports.clock),
        ...(ports.clock.steady ? { steady: timeline(pause, ports.clock.steady) } : {}),
      },
      link: {
        ...ports.link,
        dial: (address, credentials, listener) =>
          ports.link.dial(address, credentials, pausedListener(pause, listener)),
      },
      store: store(pause, ports.store),
    }),
  };
}

function whenResumed<T>(pause: Pause, task: () => Promise<T>): Promise<T> {
  return pause.isOn ? pause.over().then(task) : task();
}

function pausedListener(pause: Pause, listener: WireListener): WireListener {
  return {
    opened: () => pause.pass(() => listener.opened()),
    received: (frame) => pause.pass(() => listener.received(frame)),
    closed: (reason) => pause.pass(() => listener.closed(reason)),
  };
}

function timeline(pause: Pause, time: Timeline): Timeline {
  return {
    now: () => time.now(),
    at(when, callback) {
      let isCancelled = false;
      const cancel = time.at(when, () => pause.pass(() => isCancelled || callback()));
      return () => {
        isCancelled = true;
        cancel();
      };
    },
  };
}

function store(pause: Pause, held: Store): Store {
  const { late } = held;
  return {
    read: (key) => whenResumed(pause, () => held.read(key)),
    range: (range) => whenResumed(pause, () => held.range(range)),
    commit: (batch) => whenResumed(pause, () => held.commit(batch)),
    ...(late && {
      late: {
        ...late,
        read: (key) => whenResumed(pause, () => late.read(key)),
        commit: (batch) => (pause.isOn ? pause.over().then(() => late.commit(batch)) : late.commit(batch)),
      },
    }),
  };
}
