import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { house } from "../suite/house.ts";

/** A cluster that `understudy up` raised: where its API is (with `/v1`), its root token, its unseal key, and a database it can reach. */
export type Raised = Readonly<{ api: string; token: string; unsealKey: string; database: string }> & AsyncDisposable;

/** What `up --json` tells. */
type State = Readonly<{
  clusters: readonly [{ api: string; token: string }];
  unseal_key: string;
  databases: readonly [{ url: string }];
}>;

/** Raises one cluster by the project's own command, on any free port, in `folder`. */
export async function raise(folder: string): Promise<Raised> {
  const words = [join(house, "bin", "understudy.js"), "up", "--topology", "one", "--port", "0", "--json"];
  const child = spawn(process.execPath, words, { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "exit");
  const lines = createInterface({ input: child.stdout });
  const [line] = await Promise.race([
    once(lines, "line"),
    ended.then(([code]) => Promise.reject(new Error(`up ended with ${code}`))),
  ]);
  const { clusters, databases, unseal_key: unsealKey } = JSON.parse(String(line)) as State;
  const [{ api, token }] = clusters;
  return {
    api: `${api}/v1`,
    token,
    unsealKey,
    database: databases[0].url,
    async [Symbol.asyncDispose]() {
      child.kill();
      await ended;
    },
  };
}
