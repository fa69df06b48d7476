import { randomBytes } from "node:crypto";
import { startReaper } from "#harness/reaper/reaper.ts";
import { Unavailable } from "#harness/reaper/unavailable.ts";
import type { DatabaseProgramReady, DatabaseProgramTask } from "./database-program-reaper.ts";
import type { DatabaseServer } from "./database-server.ts";
import { programOnPath } from "./program-on-path.ts";
import { redisByUrl } from "./redis-by-url.ts";

/**
 * A Redis of its own from the program on the PATH, on a free port of 127.0.0.1, in a temporary folder. Nothing of it outlives the dispose, nor
 * this process. Rejects with an {@link Unavailable}.
 */
export async function programRedis(): Promise<DatabaseServer> {
  const server = await programOnPath(["redis-server"]);
  if (!server) throw new Unavailable("there is no redis-server on the PATH");
  const password = randomBytes(16).toString("hex");
  const script = new URL("./database-program-reaper.ts", import.meta.url);
  const reaper = await startReaper<DatabaseProgramTask, DatabaseProgramReady>(script, {
    product: "redis",
    server,
    password,
  });
  const url = `redis://default:${password}@127.0.0.1:${reaper.ready.port}`;
  const reached = redisByUrl({ url, description: `the program ${server}` });
  return {
    ...reached,
    async [Symbol.asyncDispose]() {
      await reached[Symbol.asyncDispose]();
      await reaper.end();
    },
  };
}
