import { main } from "#harness/cli/main.ts";
import { ownTheatre as theatre } from "#harness/cli/own-theatre.ts";

/** What is still open this long after the end, in milliseconds, keeps nobody waiting. */
const lingerMilliseconds = 3_000;

/** Runs the command line of this process. */
export async function run(): Promise<void> {
  const launched = process.env.UNDERSTUDY_LAUNCHED !== undefined;
  delete process.env.UNDERSTUDY_LAUNCHED;
  const { stdout, stderr } = process;
  process.exitCode = await main(process.argv.slice(2), { theatre, stdout, stderr, directory: process.cwd(), launched });
  setTimeout(() => process.exit(), lingerMilliseconds).unref();
}
