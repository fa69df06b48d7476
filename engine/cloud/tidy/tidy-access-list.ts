import { cooperativeYield } from "../../core/concurrency/cooperative-yield.ts";
import { yieldToEventLoop } from "../../core/concurrency/yield-to-event-loop.ts";
import type { MountContext } from "../../core/mounts/mount-type.ts";
import { accessList, accessListLock } from "../instance/access-list-entry.ts";

/** Names read at once. Others get their turn after each page at the latest. */
const maxEntriesAtATime = 500;

/** Removes the entries of this cluster's identity access list whose end is further back than `bufferSeconds`. */
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
      // A login of the instance may have made the entry anew by now; what it has written is not taken away.
      await withLock(accessListLock(id), async () => {
        if (await isOver(id)) await storage.commit([accessList.remove(id)]);
      });
    }
    if (ids.length < maxEntriesAtATime) return;
    after = ids.at(-1) ?? "";
  }
}
