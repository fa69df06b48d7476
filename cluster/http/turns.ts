/** Begins one request. What it does at once, it has done when the event loop goes on. */
type Begin = () => void;

/** Milliseconds for which requests are begun in one turn of the event loop. Those that come later wait for the next turn: there is much that is answered at once, without any turn in between. */
const turnMilliseconds = 10;

/**
 * Milliseconds for which no request is begun while connections are being accepted: the event loop accepts one in each of its turns, so a
 * client that connects last would wait for a request of each client before it.
 */
const acceptMilliseconds = 20;

/** Waiting requests that are begun in one turn, while there is time. */
const waitingInOneTurn = 16;

/**
 * Begins the requests of all connections of the process in turns of the event loop. Without it, hundreds of connections with hundreds of
 * requests each are answered in a single turn: no other client is answered for a minute, and nothing of a connection that was ended is freed.
 */
export class Turns {
  readonly #first: Begin[] = [];
  readonly #further: Begin[] = [];
  #end: number | undefined;
  /** Taken in rotation: the newest first request, so that a client waits for few of those that came before it, the oldest, and one that was sent ahead. */
  readonly #kinds = [() => this.#first.pop(), () => this.#first.shift(), () => this.#further.shift()];
  #rotation = 0;
  #isArmed = false;
  /** Connections accepted so far, how many of them the last turn knew of, and since when no request was begun because of new ones. */
  #accepted = 0;
  #knownAccepted = 0;
  #acceptingSince: number | undefined;

  /** Notes that a connection was accepted: others may wait behind it. */
  accepted(): void {
    this.#accepted += 1;
  }

  /** Begins the first request that a connection has waiting: in this turn if there is time and no connection was accepted in it. */
  first(begin: Begin): void {
    if (this.#accepted === this.#knownAccepted && this.#hasTime()) begin();
    else this.#later(this.#first, begin);
  }

  /** Begins a request that was sent before the reply to the one before it was there: never in the turn of that one. */
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

  /** Plans the next turn: its callbacks are called one by one, and all that each of them does at once is done before the next. */
  #arm(): void {
    this.#isArmed = true;
    const count = Math.min(this.#first.length + this.#further.length, waitingInOneTurn);
    const end = { at: 0 };
    for (let number = 0; number < count; number += 1) {
      setImmediate(() => {
        const now = performance.now();
        if (number === 0) end.at = this.#isAccepting(now) ? now : now + turnMilliseconds;
        // One of them always: otherwise those that have waited would go on waiting.
        if (now < end.at) this.#next();
        if (number < count - 1) return;
        this.#isArmed = false;
        if (this.#first.length + this.#further.length > 0) this.#arm();
      });
    }
  }

  /** Whether connections are being accepted, and requests have not waited for that too long. */
  #isAccepting(now: number): boolean {
    const areNew = this.#accepted !== this.#knownAccepted;
    this.#knownAccepted = this.#accepted;
    if (areNew) this.#acceptingSince ??= now;
    const isAccepting = areNew && now - (this.#acceptingSince ?? now) < acceptMilliseconds;
    if (!isAccepting) this.#acceptingSince = undefined;
    return isAccepting;
  }

  /** Begins a request of the next kind that has one. */
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
