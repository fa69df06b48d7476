import { randomUUID } from "node:crypto";
import type { GenericContainer, StartedTestContainer } from "testcontainers";
import type { ContainerReaperTask } from "./container-reaper.ts";
import { startReaper } from "./reaper.ts";
import { Unavailable } from "./unavailable.ts";

/** Maximum time in milliseconds from the start of a container until it is ready, without the download of its image. */
const startMilliseconds = 180_000;

/** Name of the label of the containers of a run: `docker ps --filter label=understudy.run`. */
const runLabel = "understudy.run";

/**
 * A health check whose first run is due after a day. The checks of testcontainers start programs in the container four
 * times per second. To detect that a container is ready, wait for a line of its log instead.
 */
export const noHealthCheck: Parameters<GenericContainer["withHealthCheck"]>[0] = {
  test: ["CMD", "true"],
  interval: 24 * 60 * 60 * 1000,
};

/** A running container. It is removed by `end`, or when this process dies. */
export type ReapedContainer<Started> = Readonly<{ container: Started; end(): Promise<void> }>;

/**
 * Starts the container that `make` describes. `make` should import the container library itself, because the import
 * takes half a second. Rejects with an {@link Unavailable} if the container does not start or Docker is unavailable; in
 * the latter case, its message suggests the option `instead`.
 */
export async function startReapedContainer<Started extends StartedTestContainer>(options: {
  image: string;
  instead: string;
  make: () => Promise<GenericContainer & { start(): Promise<Started> }>;
}): Promise<ReapedContainer<Started>> {
  const { image, instead, make } = options;
  // Ryuk is the cleanup container of testcontainers and needs another image. The reaper replaces it, but does not
  // conflict with it.
  process.env.TESTCONTAINERS_RYUK_DISABLED ??= "true";
  const { getContainerRuntimeClient } = await import("testcontainers");
  await getContainerRuntimeClient().catch((cause) => {
    throw new Unavailable(`Docker does not answer: start it, or use \`${instead}\``, { cause });
  });
  const task: ContainerReaperTask = { label: "understudy.reaper", value: randomUUID() };
  const script = new URL("./container-reaper.ts", import.meta.url);
  const reaper = await startReaper<ContainerReaperTask, null>(script, task);
  try {
    const container = (await make())
      .withLabels({ [runLabel]: String(process.pid), [task.label]: task.value })
      .withStartupTimeout(startMilliseconds);
    return { container: (await container.start()) as Started, end: () => reaper.end() };
  } catch (cause) {
    void reaper.end();
    const [why = ""] = (cause instanceof Error ? cause.message : String(cause)).split("\n", 1);
    throw new Unavailable(`the container ${image} does not start: ${why}`, { cause });
  }
}
