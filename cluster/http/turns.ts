type Begin = () => void;

/** Milliseconds for which requests are started in one turn of the event loop. Other requests wait for the next turn. */
const turnMilliseconds = 10;

/**
 * Maximum time for which no requests are started because clients are connecting, in milliseconds. Node accepts one
 * connection per turn of the event loop; a client would otherwise wait for requests of all clients that connected
 * before.
 */
const acceptMilliseconds = 20;

const waitingInOneTurn = 16;

/**
 * Distributes the requests of all connections of the process over turns of the event loop, so that many connections
 * with many requests do not delay other clients for long.
 */
export class Turns {
  readonly #first: Begin[] = [];
  readonly #further: Begin[] = [];
  #end: number | undefined;
  /**
   * Sources of the next request, in rotation: the newest and the oldest request that is alone on its connection, and
   * the oldest pipelined request.
   */
  readonly #kinds = [() => this.#first.pop(), () => this.#first.shift(), () => this.#further.shift()];
  #rotation = 0;
  #isArmed = false;
  /**
   * `#knownAccepted` is the value of `#accepted` at the last turn. `#acceptingSince` is the time since when no requests
   * are started because of new connections.
   */
  #accepted = 0;
  #knownAccepted = 0;
  #acceptingSince: number | undefined;

  /** Must be called for each accepted connection. */
  accepted(): void {
    this.#accepted += 1;
  }

  /**
   * Starts a request that is alone on its connection: at once, or in a later turn if this turn has no time left or a
   * client is connecting.
   */
  first(begin: Begin): void {
    if (this.#accepted === this.#knownAccepted && this.#hasTime()) begin();
    else this.#later(this.#first, begin);
  }

  /** Starts a pipelined request in a later turn. */
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
   * Returns true if connections were accepted since the last turn, but not if requests have waited for the maximum
   * time.
   */
  #isAccepting(now: number): boolean {
    const areNew = this.#accepted !== this.#knownAccepted;
    this.#knownAccepted = this.#accepted;
    if (areNew) this.#acceptingSince ??= now;
    const isAccepting = areNew && now - (this.#acceptingSince ?? now) < acceptMilliseconds;
    if (!isAccepting) this.#acceptingSince = undefined;
    return isAccepting;
  }

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
