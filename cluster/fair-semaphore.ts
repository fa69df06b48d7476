import { Problem } from "#engine/api/problem.ts";

/** A bounded number of tasks at once, and a queue before them that is fair to clients. */
export type FairSemaphore = Readonly<{
  /**
   * Runs `task` when fewer than the bound run. Clients are served round-robin, so a client with many tasks waits behind its own. Rejects with a Problem
   * "unavailable" when the queue is full and this client has most of it, or comes to have most while it waits.
   */
  run<T>(client: string, task: () => Promise<T>): Promise<T>;
}>;

type Waiting = Readonly<{ start: () => void; refuse: (problem: Problem) => void }>;

/** Seconds after which a refused client may try again. */
const retryAfter = "5";

/** At most `places` tasks at once, and at most `maxWaiting` that wait. */
export function fairSemaphore({ places, maxWaiting }: { places: number; maxWaiting: number }): FairSemaphore {
  /** Waiting tasks by client; the client to be served next stands first. */
  const queues = new Map<string, Waiting[]>();
  let running = 0;
  let waiting = 0;

  function next(): void {
    const [client, queue] = queues.entries().next().value ?? [];
    if (running >= places || client === undefined || !queue) return;
    queues.delete(client);
    const first = queue.shift();
    if (queue.length > 0) queues.set(client, queue);
    waiting -= 1;
    running += 1;
    first?.start();
  }

  /** Takes the newest task from the client that has most waiting: from `newcomer` where no other has more. */
  function makeRoom(newcomer: string): void {
    let longest = newcomer;
    for (const [client, { length }] of queues) {
      if (length > (queues.get(longest)?.length ?? 0) + (longest === newcomer ? 1 : 0)) longest = client;
    }
    const problem = new Problem("unavailable", "too many passwords are being checked; try again later", {
      plain: true,
      headers: { "retry-after": retryAfter },
    });
    const queue = queues.get(longest);
    if (longest === newcomer || !queue) throw problem;
    queue.pop()?.refuse(problem);
    if (queue.length === 0) queues.delete(longest);
    waiting -= 1;
  }

  function place(client: string): Promise<void> {
    if (running < places) {
      running += 1;
      return Promise.resolve();
    }
    if (waiting >= maxWaiting) makeRoom(client);
    return new Promise((start, refuse) => {
      waiting += 1;
      const queue = queues.get(client);
      if (queue) queue.push({ start, refuse });
      else queues.set(client, [{ start, refuse }]);
    });
  }

  return {
    async run(client, task) {
      await place(client);
      try {
        return await task();
      } finally {
        running -= 1;
        next();
      }
    },
  };
}
