import { randomBytes } from "node:crypto";
import { startReaper } from "#harness/reaper/reaper.ts";
import { Unavailable } from "#harness/reaper/unavailable.ts";
import type { DatabaseProgramReady, DatabaseProgramTask } from "./database-program-reaper.ts";
import type { DatabaseServer } from "./database-server.ts";
import { mariadbByUrl } from "./mariadb-by-url.ts";
import { programOnPath } from "./program-on-path.ts";

/**
 * A MariaDB of its own from the programs on the PATH, on a free port of 127.0.0.1, with its data in a temporary folder. Nothing of it outlives
 * the dispose, nor this process. Rejects with an {@link Unavailable}.
 */
export async function programMariadb(): Promise<DatabaseServer> {
  const [server, install] = await Promise.all([programOnPath(["mariadbd"]), programOnPath(["mariadb-install-db"])]);
  if (!server || !install) throw new Unavailable("there is no mariadbd and mariadb-install-db on the PATH");
  const password = randomBytes(16).toString("hex");
  const script = new URL("./database-program-reaper.ts", import.meta.url);
  const reaper = await startReaper<DatabaseProgramTask, DatabaseProgramReady>(script, {
    product: "mariadb",
    server,
    install,
    password,
  });
  const url = `mysql://root:${password}@127.0.0.1:${reaper.ready.port}/`;
  const reached = mariadbByUrl({ url, description: `the program ${server}` });
  return {
    ...reached,
    async [Symbol.asyncDispose]() {
      await reached[Symbol.asyncDispose]();
      await reaper.end();
    },
  };
}
