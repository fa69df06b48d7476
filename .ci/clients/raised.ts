import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import { createInterface } from "node:readline";
import { checkoutRoot } from "../suite/checkout-root.ts";

/** How long `understudy up` may take to say that it stands, and to be gone once told, in milliseconds: a slow machine starts a PostgreSQL in 20 s. */
const patience = 90_000;

/** Clusters that stand until they are disposed of. */
export type Raised = AsyncDisposable &
  Readonly<{
    /** What `understudy up --json` said of them, as it said it. */
    said: string;
  }>;

/**
 * Starts `understudy up --json` with these arguments and environment variables on free ports. `by` is
 * a command that starts it, such as one that enters another network namespace. Rejects with its
 * output if it does not start in time.
 */
export async function raise(
  words: readonly string[],
  {
    by = [],
    environment = {},
  }: Readonly<{ by?: readonly string[]; environment?: Readonly<Record<string, string>> }> = {},
): Promise<Raised> {
  const program = [process.execPath, `${checkoutRoot}bin/understudy.js`, "up", "--json", "--port", "0", ...words];
  const [command = "", ...rest] = [...by, ...program];
  const child = spawn(command, rest, {
    cwd: checkoutRoot,
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const orphaned = () => child.kill();
  process.once("exit", orphaned);
  // A process without signal handlers does not clean up when it is told to end.
  process.once("SIGTERM", exit);
  const lines = createInterface({ input: child.stdout });
  try {
    const signal = AbortSignal.timeout(patience);
    const [said] = await Promise.race([once(lines, "line", { signal }), neverRaised(child)]);
    return {
      said,
      async [Symbol.asyncDispose]() {
        process.off("exit", orphaned);
        process.off("SIGTERM", exit);
        await end(child);
      },
    };
  } catch (error) {
    await end(child);
    throw error;
  }
}

function exit(): never {
  process.exit(128 + constants.signals.SIGTERM);
}

async function neverRaised(child: ChildProcess): Promise<never> {
  const [code, signal] = await once(child, "exit");
  throw new Error(`understudy up ended with ${code ?? signal} before it stood`);
}

/** Ends it as Ctrl-C would, so that it puts all away that it started. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit", { signal: AbortSignal.timeout(patience) });
  child.kill("SIGTERM");
  await gone.catch((error) => {
    child.kill("SIGKILL");
    throw error;
  });
}
