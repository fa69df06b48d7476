import { cooperativeYield } from "../../core/concurrency/cooperative-yield.ts";
import { yieldToEventLoop } from "../../core/concurrency/yield-to-event-loop.ts";
import type { MountContext } from "../../core/mounts/mount-type.ts";
import type { StorageChange } from "../../core/storage/storage.ts";
import { deniedTags, denyListLock } from "../denylist/denied-tag.ts";

/** Entries looked at before others get their turn, and removed in one batch at most. */
const lookedAtATime = 500;

/** Removes the entries of the role tag deny list whose end is further back than `bufferSeconds`. */
export async function tidyDenyList(
  { storage, clock, withLock, isPrimary }: MountContext,
  bufferSeconds: number,
): Promise<void> {
  const overAt = clock.now() - bufferSeconds * 1000;
  const breath = cooperativeYield(clock);
  let after: string | undefined = "";
  while (after !== undefined && isPrimary()) {
    const from: string = after;
    // Page by page, so that who denies a tag meanwhile does not wait for all of them.
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
