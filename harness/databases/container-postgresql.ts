import { randomBytes } from "node:crypto";
import { startReapedContainer } from "#harness/reaper/reaped-container.ts";
import type { DatabaseServer } from "./database-server.ts";
import { postgresqlByUrl } from "./postgresql-by-url.ts";

const image = "postgres:15";

/**
 * A PostgreSQL 15 in a container of its own, by testcontainers. The container goes with the dispose, and with this process.
 * Rejects with an `Unavailable`, above all when there is no Docker.
 */
export async function containerPostgresql(): Promise<DatabaseServer> {
  const password = randomBytes(16).toString("hex");
  const { container, end } = await startReapedContainer({
    image,
    instead: "--databases embedded",
    async make() {
      const { PostgreSqlContainer } = await import("@testcontainers/postgresql");
      return (
        new PostgreSqlContainer(image)
          .withUsername("postgres")
          .withPassword(password)
          .withDatabase("postgres")
          // The data is thrown away, so it need not reach a disk.
          .withTmpFs({ "/var/lib/postgresql/data": "rw" })
          .withCommand(["postgres", "-c", "fsync=off", "-c", "timezone=UTC"])
      );
    },
  });
  const server = postgresqlByUrl({
    url: `postgresql://postgres:${password}@${container.getHost()}:${container.getPort()}/postgres`,
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
