import { main, type Shell } from "#harness/cli/main.ts";
import { ownTheatre as theatre } from "#harness/cli/own-theatre.ts";

/** What is still open this long after the end, in milliseconds, is no longer waited for. */
const lingerMilliseconds = 3_000;

/** Runs the command line of this process. `whenOrphaned` calls back when the parent process has ended, if it is to end then. */
export async function run({ whenOrphaned }: Pick<Shell, "whenOrphaned">): Promise<void> {
  const launched = process.env.UNDERSTUDY_LAUNCHED !== undefined;
  delete process.env.UNDERSTUDY_LAUNCHED;
  const { stdout, stderr } = process;
  for (const stream of [stdout, stderr]) stream.on("error", ignoreUnread);
  const shell = { theatre, stdout, stderr, directory: process.cwd(), launched, whenOrphaned };
  process.exitCode = await main(process.argv.slice(2), shell);
  setTimeout(() => process.exit(), lingerMilliseconds).unref();
}

/** Who reads along may leave early, as `head` does: the report is still written, and the exit code told. */
function ignoreUnread(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
}
