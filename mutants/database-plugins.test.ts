import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite, test } from "node:test";
import { expect } from "chai";
import { programOnPath } from "#harness/databases/program-on-path.ts";
import { packageRoot } from "#harness/program/package-root.ts";
import { type Change, changeVariable } from "./change.ts";

const hook = new URL("./mutate-on-load.ts", import.meta.url).href;
const suiteFile = join(packageRoot, "harness", "databases", "plugins.test.ts");

type Fault = Omit<Change, "marker"> & Readonly<{ what: string; product: string; program?: string; fails: string }>;

const mysql = "engine/database/plugins/mysql/mysql.ts";
const redis = "engine/database/plugins/redis/redis.ts";
const simulated = "engine/database/plugins/simulated/simulated.ts";
const settle = "    await session.settle(username);\n";

const faults: readonly Fault[] = [
  {
    what: "MySQL's plugin drops a user whose creation may still be in progress",
    product: "MariaDB",
    program: "mariadbd",
    file: mysql,
    find: settle,
    replace: "",
    fails: "a delayed creation cannot add a user after the user was dropped",
  },
  {
    what: "MySQL's plugin does no rollback",
    product: "MariaDB",
    program: "mariadbd",
    file: mysql,
    find: "      await tryRollback(session, mysqlStatements(rollback, values), about);\n",
    replace: "",
    fails: "rollback statements run when a creation fails",
  },
  {
    what: "Redis's plugin drops a user whose creation may still be in progress",
    product: "Redis",
    program: "redis-server",
    file: redis,
    find: settle,
    replace: "",
    fails: "a delayed creation cannot add a user after the user was dropped",
  },
  {
    what: "Redis's plugin gives a user a second password and leaves the first",
    product: "Redis",
    program: "redis-server",
    file: redis,
    find: `"resetpass", `,
    replace: "",
    fails: "an existing user gets another password, and the change can be repeated",
  },
  {
    what: "the simulated database's plugin does no rollback",
    product: "the simulated database",
    file: simulated,
    find: "      await tryRollback(",
    replace: "      await (async (..._: readonly unknown[]) => {})(",
    fails: "rollback statements run when a creation fails",
  },
];

suite("the plugin suite detects that", () => {
  for (const { what, product, program, fails, ...change } of faults) {
    test(what, async (context) => {
      if (program && process.env.CI !== "true" && !(await programOnPath([program])))
        return context.skip(`there is no ${program} on the PATH`);
      const folder = await mkdtemp(join(tmpdir(), "understudy-plugins-"));
      try {
        const marker = join(folder, "loaded");
        const { failed, output } = await judged(product, { ...change, marker });
        expect(existsSync(marker), "the change was loaded").to.equal(true);
        expect(failed, output).to.equal(true);
        expect(output).to.contain(`✖ ${fails}`);
        // Shows that the server was available.
        expect(output).to.contain("✔ the role's statements create a user, who logs in with its own password only");
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    });
  }
});

function judged(product: string, change: Change): Promise<Readonly<{ failed: boolean; output: string }>> {
  const env = { ...process.env, [changeVariable]: JSON.stringify(change), NODE_TEST_CONTEXT: undefined };
  const only = ["--test-reporter", "spec", "--test-name-pattern", `plugin: ${product}`];
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ["--import", hook, ...only, suiteFile],
      { cwd: packageRoot, env, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => resolve({ failed: error !== null, output: stdout + stderr }),
    );
  });
}
