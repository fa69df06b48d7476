import type { StartedLocalStackContainer } from "@testcontainers/localstack";

/** The last line of images that can be had without an account there. */
const image = "localstack/localstack:4.14";

/** It is up in a second or two once the image is on the machine; the rest is for a machine with much else to do. */
const startupTimeoutMilliseconds = 120_000;

/** By this label the leftovers of a run that was killed are found: `docker ps --filter label=understudy.run`. */
const runLabel = "understudy.run";

/**
 * Starts LocalStack in a container, which the caller stops.
 * Throws an Error that says what to do when no Docker answers or the container does not come up.
 */
export async function startLocalStack(): Promise<StartedLocalStackContainer> {
  // testcontainers' own cleaner (Ryuk) is a second image, which not every machine can pull. We stop what we start, and label it
  // for the case that we cannot; so it is left out unless somebody asks for it.
  process.env.TESTCONTAINERS_RYUK_DISABLED ??= "true";
  // Loaded here, as it takes a while and is of no use to a run that is given an address.
  const { getContainerRuntimeClient } = await import("testcontainers");
  await needDocker(getContainerRuntimeClient);
  const { LocalstackContainer } = await import("@testcontainers/localstack");
  try {
    return await new LocalstackContainer(image)
      // So that access key ids begin with AKIA, as the provider's do.
      .withEnvironment({ PARITY_AWS_ACCESS_KEY_ID: "1" })
      .withLabels({ [runLabel]: String(process.pid) })
      .withStartupTimeout(startupTimeoutMilliseconds)
      .start();
  } catch (cause) {
    throw new Error(`${image} did not start. Look at its log, or run with --cloud embedded.`, { cause });
  }
}

/** Throws an Error that says what to do when `connect` finds no Docker. */
export async function needDocker(connect: () => Promise<unknown>): Promise<void> {
  try {
    await connect();
  } catch (cause) {
    throw new Error("LocalStack needs Docker, and no Docker answers here. Start it, or run with --cloud embedded.", {
      cause,
    });
  }
}
