import { randomUUID } from "node:crypto";
import type { GenericContainer, StartedTestContainer } from "testcontainers";
import type { ContainerReaperTask } from "./container-reaper.ts";
import { startReaper } from "./reaper.ts";
import { Unavailable } from "./unavailable.ts";

/** Pulling an image over a slow line takes its time. */
const startMilliseconds = 180_000;

/** By this label the containers of a run are found: `docker ps --filter label=understudy.run`. */
const runLabel = "understudy.run";

/**
 * Has nothing look after a container while it runs. Each look starts programs in it, testcontainers' own four times a second: a few databases
 * kept two cores busy with nothing else. The first look is a day away. Who needs to know when a container is ready waits for what it logs.
 */
export const noHealthCheck: Parameters<GenericContainer["withHealthCheck"]>[0] = {
  test: ["CMD", "true"],
  interval: 24 * 60 * 60 * 1000,
};

/** A container that goes when `end` is called, and with this process, however it dies. */
export type ReapedContainer<Started> = Readonly<{ container: Started; end(): Promise<void> }>;

/**
 * Starts the container that `make` describes. Loading the container library takes half a second, so `make` may import its own.
 * Rejects with an {@link Unavailable} that names `instead`, the option to use where there is no Docker.
 */
export async function startReapedContainer<Started extends StartedTestContainer>(options: {
  image: string;
  instead: string;
  make: () => Promise<GenericContainer & { start(): Promise<Started> }>;
}): Promise<ReapedContainer<Started>> {
  const { image, instead, make } = options;
  // Ryuk is testcontainers' own way to clean up and an image more to pull; our reaper does its work. Both can be used.
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
