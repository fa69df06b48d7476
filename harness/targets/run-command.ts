import { spawn } from "node:child_process";
import type { Command } from "./target.ts";
import { TargetTrouble } from "./target-client.ts";

/** Timeout of a command, in milliseconds. A command that starts a server must return once the server has started. */
const commandMilliseconds = 60_000;

/**
 * Runs a command of a target in the target's folder and waits until it exits. Its output is discarded because it may
 * contain secrets. `variables` are added to its environment. Throws a {@link TargetTrouble} if it fails.
 */
export async function runCommand(
  [program = "", ...words]: Command,
  what: string,
  folder: string,
  {
    patienceMilliseconds = commandMilliseconds,
    variables = {},
  }: Readonly<{ patienceMilliseconds?: number; variables?: Readonly<Record<string, string>> }> = {},
): Promise<void> {
  const ended = await new Promise<string | undefined>((resolve) => {
    const child = spawn(program, words, {
      ...{ cwd: folder, stdio: "ignore", timeout: patienceMilliseconds, env: { ...process.env, ...variables } },
      // A hanging command may ignore other signals.
      killSignal: "SIGKILL",
    });
    child.on("error", (error) => resolve((error as NodeJS.ErrnoException).code ?? error.message));
    child.on("exit", (code, signal) =>
      resolve(code === 0 ? undefined : signal ? `ended by ${signal}` : `exit code ${code}`),
    );
  });
  if (ended !== undefined) throw new TargetTrouble(`the command to ${what} failed: ${program}: ${ended}`);
}
