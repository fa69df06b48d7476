export type BatchOptions<Item, Result> = Readonly<{
  run: (items: Readonly<[Item, ...Item[]]>) => Promise<Result>;
  /** Maximum number of batches in progress. Default: 1, so that batches are processed in order. */
  maxRunning?: number;
  maxSize?: number;
  sizeOf?: (item: Item) => number;
  /** True if all waiting batches fail together with the batch that failed with `error`. Default: false. */
  isForAll?: (error: unknown) => boolean;
  /** Schedules a call of `begin`, which begins waiting batches. Default: in a microtask. */
  defer?: (begin: () => void) => void;
}>;

type Batch<Item, Result> = { items: [Item, ...Item[]]; size: number; result: PromiseWithResolvers<Result> };

export function inBatches<Item, Result>({
  run,
  maxRunning = 1,
  maxSize = Number.POSITIVE_INFINITY,
  sizeOf = () => 1,
  isForAll = () => false,
  defer = (begin) => void Promise.resolve().then(begin),
}: BatchOptions<Item, Result>): (item: Item) => Promise<Result> {
  const waiting: Batch<Item, Result>[] = [];
  let running = 0;
  let isDeferred = false;

  function begin(): void {
    isDeferred = false;
    while (running < maxRunning && waiting.length > 0) void work();
  }

  async function work(): Promise<void> {
    running += 1;
    while (!isDeferred) {
      const batch = waiting.shift();
      if (!batch) break;
      try {
        batch.result.resolve(await run(batch.items));
      } catch (error) {
        batch.result.reject(error);
        if (isForAll(error)) for (const other of waiting.splice(0)) other.result.reject(error);
      }
    }
    running -= 1;
  }

  return (item) => {
    let batch = waiting.at(-1);
    if (batch && batch.size < maxSize) {
      batch.items.push(item);
      batch.size += sizeOf(item);
    } else {
      batch = { items: [item], size: sizeOf(item), result: Promise.withResolvers() };
      waiting.push(batch);
    }
    if (running < maxRunning && !isDeferred) {
      isDeferred = true;
      defer(begin);
    }
    return batch.result.promise;
  };
}
