import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { z } from "zod";

const program = fileURLToPath(new URL("../../bin/understudy.js", import.meta.url));

const raised = z.object({
  clusters: z.tuple([z.object({ api: z.string() })]),
  databases: z.array(z.object({ url: z.string() })).min(1),
});

/** One cluster with a database in its own process, as if it were another implementation. Disposing ends it. */
export type ServerProcess = AsyncDisposable &
  Readonly<{
    api: string;
    target: Readonly<Record<string, unknown>>;
    environment: Readonly<{ FOREIGN_TOKEN: string; FOREIGN_PASSWORD: string }>;
  }>;

/** Starts the process, with `environment` in addition. Rejects if the process exits before it is ready. */
export async function serverProcess({
  rootToken,
  environment = {},
}: Readonly<{ rootToken: string; environment?: Readonly<Record<string, string>> }>): Promise<ServerProcess> {
  const words = ["up", "--json", "--topology", "one", "--port", "0"];
  const child = spawn(process.execPath, [program, ...words], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...environment, UNDERSTUDY_ROOT_TOKEN: rootToken },
  });
  await using begun = new AsyncDisposableStack();
  const orphaned = () => child.kill();
  process.once("exit", orphaned);
  const exited = once(child, "exit");
  begun.defer(async () => {
    child.kill();
    await exited;
    process.off("exit", orphaned);
  });
  const line = once(createInterface({ input: child.stdout }), "line");
  const ended = exited.then(([code]) =>
    Promise.reject(new Error(`the server exited with ${code} before it was ready`)),
  );
  const [firstLine] = await Promise.race([line, ended]);
  ended.catch(() => {});
  const { clusters, databases } = raised.parse(JSON.parse(String(firstLine)));
  const { password, host } = new URL(databases[0]?.url ?? "");
  const [{ api }] = clusters;
  const running = begun.move();
  return {
    api,
    target: {
      name: "foreign",
      clusters: { Oslo: { api, tokenVariable: "FOREIGN_TOKEN" } },
      reset: "clear",
      ownRules: true,
      database: {
        ...{ harness: `postgresql://${host}/postgres`, user: "postgres", passwordVariable: "FOREIGN_PASSWORD" },
        supports: ["client-certificates", "rollback"],
      },
    },
    environment: { FOREIGN_TOKEN: rootToken, FOREIGN_PASSWORD: decodeURIComponent(password) },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
