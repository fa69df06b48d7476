import { randomBytes } from "node:crypto";
import { startReapedContainer } from "#harness/reaper/reaped-container.ts";
import type { DatabaseServer } from "./database-server.ts";
import { redisByUrl } from "./redis-by-url.ts";

const image = "redis:7.0";
const redisPort = 6379;

/**
 * A Redis 7 in a container of its own, by testcontainers. The container goes with the dispose, and with this process. Rejects with an
 * `Unavailable`, above all when there is no Docker.
 */
export async function containerRedis(): Promise<DatabaseServer> {
  const password = randomBytes(16).toString("hex");
  const { container, end } = await startReapedContainer({
    image,
    instead: "--databases embedded",
    async make() {
      const { GenericContainer, Wait } = await import("testcontainers");
      return new GenericContainer(image)
        .withCommand(["redis-server", "--save", "", "--appendonly", "no", "--requirepass", password])
        .withExposedPorts(redisPort)
        .withWaitStrategy(Wait.forLogMessage(/Ready to accept connections/));
    },
  });
  const server = redisByUrl({
    url: `redis://default:${password}@${container.getHost()}:${container.getMappedPort(redisPort)}`,
    description: `container ${image}`,
  });
  return {
    ...server,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await end();
    },
  };
}
