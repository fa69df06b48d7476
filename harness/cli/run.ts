import { localRunner as runner } from "#harness/cli/local-runner.ts";
import { main, type Shell } from "#harness/cli/main.ts";
import { whyNotWritten } from "#harness/files/disk-full.ts";

/** Time after which the process exits although handles are open, in milliseconds since the end of the command. */
const lingerMilliseconds = 3_000;

const unreportedExitCode = 2;

export async function run({ whenOrphaned }: Pick<Shell, "whenOrphaned">): Promise<void> {
  const launched = process.env.UNDERSTUDY_LAUNCHED !== undefined;
  delete process.env.UNDERSTUDY_LAUNCHED;
  const { stdout, stderr } = process;
  let isOutputLost = false;
  stderr.on("error", ignoreClosedPipe);
  stdout.on("error", (error: NodeJS.ErrnoException) => {
    const why = error.code === "EPIPE" ? undefined : whyNotWritten(error);
    if (why === undefined) return ignoreClosedPipe(error);
    if (!isOutputLost) stderr.write(`understudy: the standard output cannot be written: ${why}\n`);
    isOutputLost = true;
    // Output may still fail to be written after the command has ended.
    if (process.exitCode === 0) process.exitCode = unreportedExitCode;
  });
  const directory = workingDirectory();
  if (directory === undefined) {
    stderr.write("understudy: the working directory no longer exists\n");
    process.exitCode = 64;
    return;
  }
  const exitCode = await main(process.argv.slice(2), { runner, stdout, stderr, directory, launched, whenOrphaned });
  process.exitCode = exitCode === 0 && isOutputLost ? unreportedExitCode : exitCode;
  setTimeout(() => process.exit(), lingerMilliseconds).unref();
}

function workingDirectory(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}

/** Ignores EPIPE, because a reader such as `head` may close the pipe early. Throws other errors. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
}
