import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as passed } from "node:timers/promises";

export type Run = Readonly<{ output: string; ending: number | string; isCut: boolean }>;

/** Options for running a command. If `cut` is set, `by` interrupts the command once, when it has printed `after`. */
export type RunOptions = Readonly<{
  folder: string;
  environment: NodeJS.ProcessEnv;
  cut?: Readonly<{ after: string; by: (child: ChildProcess) => void }>;
}>;

const outputMilliseconds = 2_000;

/** Runs a shell command in a process group of its own, and prints its output. */
export async function runCommand(command: string, { folder, environment, cut }: RunOptions): Promise<Run> {
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
  // A process that was left behind may keep the pipe open.
  await Promise.race([closed, passed(outputMilliseconds)]);
  child.stdout.destroy();
  return { output, ending: code ?? signal, isCut };
}
