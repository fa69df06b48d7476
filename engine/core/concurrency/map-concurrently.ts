/**
 * Calls `task` for each item in order, with at most `most` calls at a time. If calls fail, rejects
 * with the first failure after all calls have ended.
 */
export async function mapConcurrently<T>(
  items: Iterable<T>,
  { most }: { most: number },
  task: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = items[Symbol.iterator]();
  const failures: unknown[] = [];
  const worker = async () => {
    for (let next = waiting.next(); !next.done; next = waiting.next()) {
      await task(next.value).catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: most }, worker));
  if (failures.length > 0) throw failures[0];
}
