import { setTimeout as pause } from "node:timers/promises";
import { reapWhenOrphaned } from "./reap-when-orphaned.ts";

/** The label by which the containers are known that have to go at the end. */
export type ContainerReaperTask = Readonly<{ label: string; value: string }>;

/** When our parent died while it asked for the container, Docker may still be about to make it. */
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
    // Loading it takes a moment, and for a long time it is not needed.
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
