import { Problem } from "#engine/api/problem.ts";

/** Limits the number of concurrent tasks. Waiting clients are served in turn. */
export type FairSemaphore = Readonly<{
  /**
   * Runs `task` when fewer than `places` tasks are running. If the queue is full, the newest task of the client with
   * the longest queue is rejected with a Problem "unavailable". This may be `task`, even after it has waited.
   */
  run<T>(client: string, task: () => Promise<T>): Promise<T>;
}>;

type Waiting = Readonly<{ start: () => void; refuse: (problem: Problem) => void }>;

/** Value of the Retry-After header of a rejected task, in seconds. */
const retryAfter = "5";

export function fairSemaphore({ places, maxWaiting }: { places: number; maxWaiting: number }): FairSemaphore {
  /** Waiting tasks by client. The first client in the map is served next. */
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

  function acquire(client: string): Promise<void> {
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
      await acquire(client);
      try {
        return await task();
      } finally {
        running -= 1;
        next();
      }
    },
  };
}
