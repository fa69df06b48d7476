import { localRunner as runner } from "#harness/cli/local-runner.ts";
import { main, type Shell } from "#harness/cli/main.ts";
import { whyNotWritten } from "#harness/reports/disk-full.ts";

/** What is still open this long after the end, in milliseconds, is no longer waited for. */
const lingerMilliseconds = 3_000;

/** Said when all held and no word of it could be written. */
const unreportedExitCode = 2;

/** Runs the command line of this process. `whenOrphaned` calls back when the parent process has ended, if it is to end then. */
export async function run({ whenOrphaned }: Pick<Shell, "whenOrphaned">): Promise<void> {
  const launched = process.env.UNDERSTUDY_LAUNCHED !== undefined;
  delete process.env.UNDERSTUDY_LAUNCHED;
  const { stdout, stderr } = process;
  let isUntold = false;
  stderr.on("error", ignoreUnread);
  stdout.on("error", (error: NodeJS.ErrnoException) => {
    const why = error.code === "EPIPE" ? undefined : whyNotWritten(error);
    if (why === undefined) return ignoreUnread(error);
    if (!isUntold) stderr.write(`understudy: the standard output cannot be written: ${why}\n`);
    isUntold = true;
    // The last words may fail after the command has ended.
    if (process.exitCode === 0) process.exitCode = unreportedExitCode;
  });
  const directory = workingDirectory();
  if (directory === undefined) {
    stderr.write("understudy: the folder that this was started in is gone\n");
    process.exitCode = 64;
    return;
  }
  const exitCode = await main(process.argv.slice(2), { runner, stdout, stderr, directory, launched, whenOrphaned });
  process.exitCode = exitCode === 0 && isUntold ? unreportedExitCode : exitCode;
  setTimeout(() => process.exit(), lingerMilliseconds).unref();
}

/** Undefined when it was deleted meanwhile. */
function workingDirectory(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}

/** Who reads along may leave early, as `head` does: the report is still written, and the exit code told. */
function ignoreUnread(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
}
