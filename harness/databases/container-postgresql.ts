import { randomBytes, randomUUID } from "node:crypto";
import type { ContainerKeeperTask } from "./container-keeper.ts";
import type { DatabaseServer } from "./database-server.ts";
import { DatabaseUnavailable } from "./database-unavailable.ts";
import { startKeeper } from "./keeper.ts";
import { postgresqlByUrl } from "./postgresql-by-url.ts";

const image = "postgres:15";
/** Pulling the image over a slow line takes its time. */
const startMilliseconds = 180_000;

/**
 * A PostgreSQL 15 in a container of its own, by testcontainers. The container goes with the dispose, and with this process.
 * Rejects with a {@link DatabaseUnavailable}, above all when there is no Docker.
 */
export async function containerPostgresql(): Promise<DatabaseServer> {
  // Ryuk is testcontainers' own way to clean up and an image more to pull; our keeper does its work. Whoever wants it can have both.
  process.env.TESTCONTAINERS_RYUK_DISABLED ??= "true";
  // Loading it takes half a second, which only those pay who use it.
  const [{ getContainerRuntimeClient }, { PostgreSqlContainer }] = await Promise.all([
    import("testcontainers"),
    import("@testcontainers/postgresql"),
  ]);
  await getContainerRuntimeClient().catch((cause) => {
    throw new DatabaseUnavailable("Docker does not answer: start it, or use `--databases embedded`", { cause });
  });

  const task: ContainerKeeperTask = { label: "understudy.keeper", value: randomUUID() };
  const keeper = await startKeeper<ContainerKeeperTask, null>(new URL("./container-keeper.ts", import.meta.url), task);
  const password = randomBytes(16).toString("hex");
  const container = await new PostgreSqlContainer(image)
    .withUsername("postgres")
    .withPassword(password)
    .withDatabase("postgres")
    .withLabels({ "understudy.run": String(process.pid), [task.label]: task.value })
    // The data is thrown away, so it need not reach a disk.
    .withTmpFs({ "/var/lib/postgresql/data": "rw" })
    .withCommand(["postgres", "-c", "fsync=off", "-c", "timezone=UTC"])
    .withStartupTimeout(startMilliseconds)
    .start()
    .catch((cause: Error) => {
      void keeper.end();
      throw new DatabaseUnavailable(`the container ${image} does not start: ${firstLine(cause.message)}`, { cause });
    });

  const server = postgresqlByUrl({
    url: `postgresql://postgres:${password}@${container.getHost()}:${container.getPort()}/postgres`,
    description: `container ${image}`,
  });
  return {
    ...server,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await keeper.end();
    },
  };
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? "";
}
