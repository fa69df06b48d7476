import { randomBytes } from "node:crypto";
import { startReapedContainer } from "#harness/reaper/reaped-container.ts";
import type { DatabaseServer } from "./database-server.ts";
import { mariadbByUrl } from "./mariadb-by-url.ts";

const image = "mariadb:10.11";

/**
 * A MariaDB 10.11 in a container of its own, by testcontainers. The container goes with the dispose, and with this process. Rejects with an
 * `Unavailable`, above all when there is no Docker.
 */
export async function containerMariadb(): Promise<DatabaseServer> {
  const password = randomBytes(16).toString("hex");
  const { container, end } = await startReapedContainer({
    image,
    instead: "--databases embedded",
    async make() {
      const { MariaDbContainer } = await import("@testcontainers/mariadb");
      // The data is thrown away, so it need not reach a disk.
      return new MariaDbContainer(image).withRootPassword(password).withTmpFs({ "/var/lib/mysql": "rw" });
    },
  });
  const server = mariadbByUrl({
    url: `mysql://root:${password}@${container.getHost()}:${container.getPort()}/`,
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
