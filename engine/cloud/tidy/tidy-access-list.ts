import { cooperativeYield } from "../../core/concurrency/cooperative-yield.ts";
import { yieldToEventLoop } from "../../core/concurrency/yield-to-event-loop.ts";
import type { MountContext } from "../../core/mounts/mount-type.ts";
import { accessList, accessListLock } from "../instance/access-list/access-list-entry.ts";

const maxEntriesAtATime = 500;

/** Removes the entries of this cluster's access list that expired more than `bufferSeconds` ago. */
export async function tidyAccessList(
  { storage, clock, withLock }: Pick<MountContext, "storage" | "clock" | "withLock">,
  bufferSeconds: number,
): Promise<void> {
  const overAt = clock.now() - bufferSeconds * 1000;
  const isOver = async (id: string) => ((await accessList.readUncached(storage, id))?.expiresAt ?? overAt) < overAt;
  const breath = cooperativeYield(clock);
  for (let after = ""; ; await yieldToEventLoop(clock)) {
    const ids = await accessList.names(storage, { after, limit: maxEntriesAtATime });
    for (const id of ids) {
      await breath();
      if (!(await isOver(id))) continue;
      // A login may have renewed the entry by now; a renewed entry must not be removed.
      await withLock(accessListLock(id), async () => {
        if (await isOver(id)) await storage.commit([accessList.remove(id)]);
      });
    }
    if (ids.length < maxEntriesAtATime) return;
    after = ids.at(-1) ?? "";
  }
}
