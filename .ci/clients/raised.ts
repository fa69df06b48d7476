import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import { createInterface } from "node:readline";
import { checkoutRoot } from "../suite/checkout-root.ts";

/** Maximum time of `understudy up` to start, and to shut down, in milliseconds. */
const patience = 90_000;

export type Raised = AsyncDisposable &
  Readonly<{
    said: string;
  }>;

/**
 * Starts `understudy up --json` on free ports with these arguments and environment variables. `by` is a command that
 * starts it, for example in another network namespace. Rejects if it exits or does not start in time.
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
  // Without a handler, SIGTERM would end this process without cleanup.
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
  throw new Error(`understudy up exited with ${code ?? signal} before it was ready`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit", { signal: AbortSignal.timeout(patience) });
  child.kill("SIGTERM");
  await gone.catch((error) => {
    child.kill("SIGKILL");
    throw error;
  });
}
