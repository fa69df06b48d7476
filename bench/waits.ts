import { setTimeout as passed } from "node:timers/promises";

const pauseMilliseconds = 5;

export type Waited = Readonly<{ longest: number; took: number }>;

/**
 * Reads `url` repeatedly while `task` runs. Returns the longest duration of a read and the total
 * duration, in milliseconds. Rejects if a read or the task fails.
 */
export async function longestWait(url: string, token: string, task: () => Promise<unknown>): Promise<Waited> {
  const begun = performance.now();
  let isOver = false;
  const running = task().finally(() => {
    isOver = true;
  });
  let longest = 0;
  const looks = (async () => {
    do {
      const asked = performance.now();
      const response = await fetch(url, { headers: { "x-vault-token": token } });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`${url} was answered with ${response.status}`);
      longest = Math.max(longest, performance.now() - asked);
      await passed(pauseMilliseconds);
    } while (!isOver);
  })();
  await Promise.all([running, looks]);
  return { longest, took: performance.now() - begun };
}
