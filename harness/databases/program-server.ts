import { randomBytes } from "node:crypto";
import { startReaper } from "#harness/reaper/reaper.ts";
import { Unavailable } from "#harness/reaper/unavailable.ts";
import type { DatabaseProgramReady, DatabaseProgramTask } from "./database-program-reaper.ts";
import type { DatabaseServer } from "./database-server.ts";
import { authorityCertificate } from "./known-authority.ts";
import { processOf } from "./process-of.ts";
import { programOnPath } from "./program-on-path.ts";
import { serverByUrl } from "./server-by-url.ts";
import { served } from "./server-source.ts";

const addresses = {
  mariadb: (password: string, port: number) => `mysql://root:${password}@127.0.0.1:${port}/`,
  redis: (password: string, port: number) => `redis://default:${password}@127.0.0.1:${port}`,
} as const;

/**
 * Starts a server from programs on the PATH, on a free port of 127.0.0.1 and with temporary data. The server ends on
 * dispose, or when this process dies. Rejects with an {@link Unavailable}.
 */
export async function programServer(
  product: "mariadb" | "redis",
  { isEncrypted = false }: Readonly<{ isEncrypted?: boolean }> = {},
): Promise<DatabaseServer> {
  const names = served[product].programs;
  const [server, install = ""] = await Promise.all(names.map((name) => programOnPath([name])));
  if (!server || (names.length > 1 && install === ""))
    throw new Unavailable(`there is no ${names.join(" and ")} on the PATH`);
  const password = randomBytes(16).toString("hex");
  const reaper = await startReaper<DatabaseProgramTask, DatabaseProgramReady>(
    new URL("./database-program-reaper.ts", import.meta.url),
    { product, server, install, password, isEncrypted },
  );
  const reached = serverByUrl(product, {
    url: addresses[product](password, reaper.ready.port),
    description: `the program ${server}`,
    authority: isEncrypted ? authorityCertificate : undefined,
  });
  return {
    ...reached,
    ...(product === "redis" ? storingUsers(reached) : {}),
    process: processOf(reaper),
    async [Symbol.asyncDispose]() {
      await reached[Symbol.asyncDispose]();
      await reaper.end();
    },
  };
}

function storingUsers({ run }: Pick<DatabaseServer, "run">): Pick<DatabaseServer, "run" | "persistenceMode"> {
  return {
    persistenceMode: "ACLFILE",
    async run(statements) {
      await run(statements);
      await run(['["ACL", "SAVE"]']);
    },
  };
}
