/** Starts one request and runs its synchronous part. */
type Begin = () => void;

/**
 * Time for which requests are started in one turn of the event loop, in milliseconds. Later ones
 * wait for the next turn, since many are answered synchronously.
 */
const turnMilliseconds = 10;

/**
 * Maximum time for which no request is started while connections are being accepted, in
 * milliseconds. The event loop accepts one connection per turn, so the last client would wait for a
 * request of each client before it.
 */
const acceptMilliseconds = 20;

/** Maximum number of waiting requests started in one turn. */
const waitingInOneTurn = 16;

/**
 * Spreads the requests of all connections of the process over turns of the event loop. Without it,
 * hundreds of connections with hundreds of requests each are answered in one turn: other clients
 * wait for a minute, and closed connections are not freed.
 */
export class Turns {
  readonly #first: Begin[] = [];
  readonly #further: Begin[] = [];
  #end: number | undefined;
  /** Sources of the next request, in rotation: newest, oldest, and pipelined. */
  readonly #kinds = [() => this.#first.pop(), () => this.#first.shift(), () => this.#further.shift()];
  #rotation = 0;
  #isArmed = false;
  /** Number of accepted connections, now and at the last turn, and the start of the wait. */
  #accepted = 0;
  #knownAccepted = 0;
  #acceptingSince: number | undefined;

  /** Records that a connection was accepted; others may wait behind it. */
  accepted(): void {
    this.#accepted += 1;
  }

  /** Starts a connection's first request, at once if time is left and no client connects. */
  first(begin: Begin): void {
    if (this.#accepted === this.#knownAccepted && this.#hasTime()) begin();
    else this.#later(this.#first, begin);
  }

  /** Starts a pipelined request, never in the turn of the request before it. */
  further(begin: Begin): void {
    this.#later(this.#further, begin);
  }

  #hasTime(): boolean {
    const now = performance.now();
    if (this.#end === undefined) {
      this.#end = now + turnMilliseconds;
      setImmediate(this.#endTurn);
    }
    return now < this.#end;
  }

  readonly #endTurn = (): void => {
    this.#end = undefined;
  };

  #later(waiting: Begin[], begin: Begin): void {
    waiting.push(begin);
    if (!this.#isArmed) this.#arm();
  }

  /** Schedules the next turn. Its callbacks run one by one, each with all its synchronous work. */
  #arm(): void {
    this.#isArmed = true;
    const count = Math.min(this.#first.length + this.#further.length, waitingInOneTurn);
    const end = { at: 0 };
    for (let number = 0; number < count; number += 1) {
      setImmediate(() => {
        const now = performance.now();
        if (number === 0) end.at = this.#isAccepting(now) ? now : now + turnMilliseconds;
        // At least one request starts, so that none waits forever.
        if (now < end.at) this.#next();
        if (number < count - 1) return;
        this.#isArmed = false;
        if (this.#first.length + this.#further.length > 0) this.#arm();
      });
    }
  }

  /**
   * Returns true if connections are being accepted and requests have waited less than the maximum.
   */
  #isAccepting(now: number): boolean {
    const areNew = this.#accepted !== this.#knownAccepted;
    this.#knownAccepted = this.#accepted;
    if (areNew) this.#acceptingSince ??= now;
    const isAccepting = areNew && now - (this.#acceptingSince ?? now) < acceptMilliseconds;
    if (!isAccepting) this.#acceptingSince = undefined;
    return isAccepting;
  }

  /** Starts a request from the next source that has one. */
  #next(): void {
    const { length } = this.#kinds;
    for (let tries = 0; tries < length; tries += 1) {
      const begin = this.#kinds[this.#rotation++ % length]?.();
      begin?.();
      if (begin) return;
    }
  }
}

export const turns = new Turns();
