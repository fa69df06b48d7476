import { setTimeout as pause } from "node:timers/promises";
import { reapWhenOrphaned } from "./reap-when-orphaned.ts";

export type ContainerReaperTask = Readonly<{ label: string; value: string }>;

/** Maximum number of searches. Docker may create the container only after the first search. */
const looks = 25;
const pauseMilliseconds = 200;

let sought: ContainerReaperTask | undefined;

reapWhenOrphaned<ContainerReaperTask, null>({
  async begin(task) {
    sought = task;
    return null;
  },
  async end() {
    if (!sought) return;
    // Imported late, since the import is slow and rarely needed early.
    const { getContainerRuntimeClient } = await import("testcontainers");
    const { dockerode } = (await getContainerRuntimeClient()).container;
    for (let look = 1; look <= looks; look++) {
      const found = await dockerode.listContainers({
        all: true,
        filters: { label: [`${sought.label}=${sought.value}`] },
      });
      for (const { Id } of found) await dockerode.getContainer(Id).remove({ force: true, v: true });
      if (found.length > 0) return;
      await pause(pauseMilliseconds);
    }
  },
});
