import { DatabaseRefusal } from "#engine/ports/databases.ts";
import { askInBatches } from "./ask-in-batches.ts";
import { LoginCheck } from "./login-check.ts";
import type { OpenSession } from "./open-session.ts";
import { Semaphore } from "./semaphore.ts";
import { type Transaction, type Transactions, type Wire, WireError, type Wires, type WireTimes } from "./wire.ts";

/** Default number of connections, as in the reference. */
export const defaultConnections = 4;
/** Time after which an idle connection is closed, in milliseconds. */
const idleMilliseconds = 10_000;

/**
 * Creates a session for any product. Connections are opened on demand, at most `connectionLimit`,
 * and reused. The server is not contacted before the first use.
 */
export function pooledSession(
  url: string,
  { connect, together, times, connectionLimit }: Wires & Readonly<{ times: WireTimes; connectionLimit: number }>,
): OpenSession {
  const idle = new Map<Wire, NodeJS.Timeout>();
  const busy = new Set<Wire>();
  const places = new Semaphore({ count: connectionLimit, maxWaitMilliseconds: times.statementMilliseconds });
  let isClosed = false;
  let done: (() => void) | undefined;

  /**
   * Runs `task` on a connection where `first` succeeded, with the result of `first`. If a
   * connection is dead, `first` is repeated on another, so it must be idempotent.
   */
  async function connected<T, R>(
    first: (wire: Wire) => Promise<T>,
    task: (wire: Wire, result: T) => Promise<R>,
  ): Promise<R> {
    if (isClosed) throw closed();
    await places.take();
    try {
      return await task(...(await firstAnswer(first)));
    } finally {
      places.leave();
    }
  }

  async function firstAnswer<T>(first: (wire: Wire) => Promise<T>): Promise<readonly [Wire, T]> {
    for (let left = connectionLimit; ; left -= 1) {
      const reused = takeIdle();
      try {
        const wire = reused ?? (await opened());
        busy.add(wire);
        const result = await first(wire).catch((error: unknown) => {
          release(wire, error);
          throw error;
        });
        return [wire, result];
      } catch (error) {
        check.invalidate();
        if (isClosed) throw closed();
        if (!(error instanceof WireError)) throw error;
        if (error.state === "unanswered") places.rejectWaiting(error);
        // A reused connection may be dead. If a new one is lost, the server is unavailable.
        if (!reused || left === 0 || error.state !== "lost") throw error;
      }
    }
  }

  async function opened(): Promise<Wire> {
    const wire = await connect(url, times);
    if (!isClosed) return wire;
    wire.destroy();
    throw closed();
  }

  function takeIdle(): Wire | undefined {
    const [first] = idle;
    if (!first) return undefined;
    const [wire, timer] = first;
    clearTimeout(timer);
    idle.delete(wire);
    return wire;
  }

  /** Keeps a connection for reuse, or closes it after an error without a server's answer. */
  function release(wire: Wire, error?: unknown): void {
    busy.delete(wire);
    const isBroken = error !== undefined && !(error instanceof WireError && error.state === "answered");
    if (isBroken) check.invalidate();
    if (isBroken || isClosed) wire.destroy();
    else idle.set(wire, setTimeout(() => drop(wire), idleMilliseconds).unref());
    if (isClosed && busy.size === 0) done?.();
  }

  function drop(wire: Wire): void {
    idle.delete(wire);
    wire.destroy();
  }

  /** Runs an idempotent operation on a connection. */
  const askOnce = <T>(question: (wire: Wire) => Promise<T>) =>
    connected(question, async (wire, result) => {
      release(wire);
      return result;
    });

  const isForAll = (error: unknown) => !(error instanceof WireError && error.state === "answered");

  const check = new LoginCheck({
    // An open connection does not show who may log in now.
    logIn: async () => (await connect(url, times)).destroy(),
    isForAll,
    isInUse: () => busy.size > 0,
  });

  /** Resolves to the failures by transaction. */
  const transacted = askInBatches({
    max: together,
    isForAll,
    ask: (transactions: Transactions) =>
      connected(
        (wire) => wire.begin(transactions),
        async (wire) => {
          const failures = await wire.run(transactions);
          release(
            wire,
            failures.find((failure) => failure && isForAll(failure)),
          );
          return new Map(transactions.map((transaction, i) => [transaction, failures[i]]));
        },
      ),
  });

  async function transact(transaction: Transaction): Promise<void> {
    const failure = (await transacted(transaction)).get(transaction);
    if (failure) throw failure;
  }

  return {
    transact: (statements, about) => convertingErrors(transact({ statements, about })),
    verify: () => convertingErrors(isClosed ? Promise.reject(closed()) : check.admitted()),
    column: (query, parameters) => convertingErrors(askOnce((wire) => wire.column(query, parameters))),
    settle: (subject) => convertingErrors(askOnce((wire) => wire.settle(subject))),
    async end(maxWaitMilliseconds) {
      if (isClosed) return;
      isClosed = true;
      for (const [wire, timer] of idle) {
        clearTimeout(timer);
        drop(wire);
      }
      places.rejectWaiting(closed());
      if (busy.size === 0) return;
      const over = new Promise<void>((resolve) => {
        done = resolve;
      });
      const breakOff = () => {
        for (const wire of busy) wire.destroy();
      };
      if (maxWaitMilliseconds === 0) return breakOff();
      const timer = setTimeout(breakOff, maxWaitMilliseconds);
      await over.finally(() => clearTimeout(timer));
    },
  };
}

function closed(): WireError {
  return new WireError(new DatabaseRefusal("the session is closed", ""), "lost");
}

/** Converts failures to those of the port. */
async function convertingErrors<T>(attempt: Promise<T>): Promise<T> {
  try {
    return await attempt;
  } catch (error) {
    if (error instanceof WireError) throw error.refusal;
    throw new DatabaseRefusal(error instanceof Error ? error.message : String(error), "");
  }
}
