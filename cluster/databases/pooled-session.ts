import { DatabaseRefusal } from "#engine/ports/databases.ts";
import { askTogether } from "./ask-together.ts";
import { LoginCheck } from "./login-check.ts";
import type { OpenSession } from "./open-session.ts";
import { Semaphore } from "./semaphore.ts";
import { type Transaction, type Transactions, type Wire, WireError, type Wires, type WireTimes } from "./wire.ts";

/** As many connections as the reference opens by default. */
export const usualConnections = 4;
/** After this time an idle connection is closed. */
const idleMilliseconds = 10_000;

/**
 * Prepares a session over connections of any product, which are opened when they are needed, at most `connectionLimit` at a time, and kept
 * for the next task. The server is not contacted before the first use.
 */
export function pooledSession(
  url: string,
  { connect, together, times, connectionLimit }: Wires & Readonly<{ times: WireTimes; connectionLimit: number }>,
): OpenSession {
  const idle = new Map<Wire, NodeJS.Timeout>();
  const busy = new Set<Wire>();
  const places = new Semaphore({ count: connectionLimit, patienceMilliseconds: times.statementMilliseconds });
  let isClosed = false;
  let done: (() => void) | undefined;

  /**
   * Does `task` with a connection on which `first` succeeded, and with the result of that. `first` is done again on another connection when
   * one turns out to be dead, so it must be harmless when it is done twice.
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
      const kept = takeIdle();
      try {
        const wire = kept ?? (await opened());
        busy.add(wire);
        const result = await first(wire).catch((error: unknown) => {
          putAway(wire, error);
          throw error;
        });
        return [wire, result];
      } catch (error) {
        check.doubt();
        if (isClosed) throw closed();
        if (!(error instanceof WireError)) throw error;
        if (error.state === "unanswered") places.rejectWaiting(error);
        // A connection that was kept may be dead; a new one that is lost means that the server is away.
        if (!kept || left === 0 || error.state !== "lost") throw error;
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

  /** Keeps a connection for the next task. After an error that no server has told, its state is unknown, and it is dropped. */
  function putAway(wire: Wire, error?: unknown): void {
    busy.delete(wire);
    const isBroken = error !== undefined && !(error instanceof WireError && error.state === "answered");
    if (isBroken) check.doubt();
    if (isBroken || isClosed) wire.destroy();
    else idle.set(wire, setTimeout(() => drop(wire), idleMilliseconds).unref());
    if (isClosed && busy.size === 0) done?.();
  }

  function drop(wire: Wire): void {
    idle.delete(wire);
    wire.destroy();
  }

  /** Does one thing on a connection, which may be done twice. */
  const asked = <T>(question: (wire: Wire) => Promise<T>) =>
    connected(question, async (wire, result) => {
      putAway(wire);
      return result;
    });

  const isForAll = (error: unknown) => !(error instanceof WireError && error.state === "answered");

  const check = new LoginCheck({
    // A connection that is open says nothing about who may log in now.
    logIn: async () => (await connect(url, times)).destroy(),
    isForAll,
    isInUse: () => busy.size > 0,
  });

  /** Resolves to why each that failed did so. */
  const transacted = askTogether({
    most: together,
    isForAll,
    ask: (transactions: Transactions) =>
      connected(
        (wire) => wire.begin(transactions),
        async (wire) => {
          const failures = await wire.run(transactions);
          putAway(
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
    transact: (statements, about) => refusing(transact({ statements, about })),
    verify: () => refusing(isClosed ? Promise.reject(closed()) : check.admitted()),
    column: (query, parameters) => refusing(asked((wire) => wire.column(query, parameters))),
    settle: (subject) => refusing(asked((wire) => wire.settle(subject))),
    async end(patienceMilliseconds) {
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
      if (patienceMilliseconds === 0) return breakOff();
      const impatience = setTimeout(breakOff, patienceMilliseconds);
      await over.finally(() => clearTimeout(impatience));
    },
  };
}

function closed(): WireError {
  return new WireError(new DatabaseRefusal("the session is closed", ""), "lost");
}

/** Has what fails be told as the port tells it. */
async function refusing<T>(attempt: Promise<T>): Promise<T> {
  try {
    return await attempt;
  } catch (error) {
    if (error instanceof WireError) throw error.refusal;
    throw new DatabaseRefusal(error instanceof Error ? error.message : String(error), "");
  }
}
