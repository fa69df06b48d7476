import { cooperativeYield } from "../../core/concurrency/cooperative-yield.ts";
import { yieldToEventLoop } from "../../core/concurrency/yield-to-event-loop.ts";
import type { MountContext } from "../../core/mounts/mount-type.ts";
import type { StorageChange } from "../../core/storage/storage.ts";
import { deniedTags, denyListLock } from "../denylist/denied-tag.ts";

const lookedAtATime = 500;

/**
 * Removes the deny list entries that expired more than `bufferSeconds` ago. Stops when this cluster is not the primary.
 */
export async function tidyDenyList(
  { storage, clock, withLock, isPrimary }: MountContext,
  bufferSeconds: number,
): Promise<void> {
  const overAt = clock.now() - bufferSeconds * 1000;
  const breath = cooperativeYield(clock);
  let after: string | undefined = "";
  while (after !== undefined && isPrimary()) {
    const from: string = after;
    // The lock is held for one page only, so that a request to deny a tag waits for one page at most.
    after = await withLock(denyListLock, async () => {
      const values = await deniedTags.names(storage, { after: from, limit: lookedAtATime });
      const over: StorageChange[] = [];
      for (const value of values) {
        await breath();
        const entry = await deniedTags.read(storage, value);
        if (entry && entry.expiresAt < overAt) over.push(deniedTags.remove(value));
      }
      if (over.length > 0) await storage.commit(over);
      return values.length < lookedAtATime ? undefined : values.at(-1);
    });
    await yieldToEventLoop(clock);
  }
}
