import type { Instrument } from "#cluster/instrument.ts";
import type { Timeline } from "#engine/ports/clock.ts";
import type { WireListener } from "#engine/ports/link.ts";
import type { Store } from "#engine/ports/store.ts";

/** Lets a cluster stand still, as a process that was stopped: its system takes what is sent to it, and nothing comes of that until it goes on. */
export class Pause {
  #waiting: (() => void)[] | undefined;

  get isOn(): boolean {
    return this.#waiting !== undefined;
  }

  begin(): void {
    this.#waiting ??= [];
  }

  /** Does what waited, in its order. */
  end(): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    for (const task of waiting) task();
  }

  /** Calls `task` now, or as soon as the pause is over. */
  run(task: () => void): void {
    if (this.#waiting) this.#waiting.push(task);
    else task();
  }

  /** Resolves when there is no pause. */
  over(): Promise<void> {
    return new Promise((resolve) => this.run(resolve));
  }
}

/** Holds up all that a cluster is asked, is told by others and by its clock, and asks of its store, as long as it is paused. */
export function pausingInstrument(pause: Pause): Instrument {
  return {
    handle: (handle) => (request) => heldUp(pause, () => handle(request)),
    accept: (accept) => (wire) => listening(pause, accept(wire)),
    ports: (ports) => ({
      ...ports,
      clock: {
        ...timeline(pause, ports.clock),
        ...(ports.clock.steady ? { steady: timeline(pause, ports.clock.steady) } : {}),
      },
      link: {
        ...ports.link,
        dial: (address, credentials, listener) => ports.link.dial(address, credentials, listening(pause, listener)),
      },
      store: store(pause, ports.store),
    }),
  };
}

function heldUp<T>(pause: Pause, task: () => Promise<T>): Promise<T> {
  return pause.isOn ? pause.over().then(task) : task();
}

function listening(pause: Pause, listener: WireListener): WireListener {
  return {
    opened: () => pause.run(() => listener.opened()),
    received: (frame) => pause.run(() => listener.received(frame)),
    closed: (reason) => pause.run(() => listener.closed(reason)),
  };
}

function timeline(pause: Pause, time: Timeline): Timeline {
  return {
    now: () => time.now(),
    at(when, callback) {
      let isCancelled = false;
      const cancel = time.at(when, () => pause.run(() => isCancelled || callback()));
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
    read: (key) => heldUp(pause, () => held.read(key)),
    range: (range) => heldUp(pause, () => held.range(range)),
    commit: (batch) => heldUp(pause, () => held.commit(batch)),
    ...(late && {
      late: {
        ...late,
        read: (key) => heldUp(pause, () => late.read(key)),
        commit: (batch) => heldUp(pause, () => late.commit(batch)),
      },
    }),
  };
}
