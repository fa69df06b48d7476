import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as passed } from "node:timers/promises";

/** What a command said on standard output, how it ended (an exit code or the name of a signal), and whether it was cut short. */
export type Run = Readonly<{ output: string; ending: number | string; isCut: boolean }>;

/** How a command is run. It is interrupted with `by`, once, when it has printed `after`. */
export type Way = Readonly<{
  folder: string;
  environment: NodeJS.ProcessEnv;
  cut?: Readonly<{ after: string; by: (child: ChildProcess) => void }>;
}>;

/** How long what was said may take to arrive once the command has ended, in milliseconds. */
const lastWords = 2_000;

/** Runs a shell command in a process group of its own and shows what it says. */
export async function runCommand(command: string, { folder, environment, cut }: Way): Promise<Run> {
  process.stdout.write(`\n$ ${command}\n`);
  const child = spawn("sh", ["-c", command], {
    cwd: folder,
    env: environment,
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  let isCut = false;
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    process.stdout.write(text);
    if (!cut || isCut || !output.includes(cut.after)) return;
    isCut = true;
    cut.by(child);
  });
  const closed = once(child, "close");
  const [code, signal] = await once(child, "exit");
  // A process that was left behind may hold the pipe open for ever.
  await Promise.race([closed, passed(lastWords)]);
  child.stdout.destroy();
  return { output, ending: code ?? signal, isCut };
}
