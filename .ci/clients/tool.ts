import { spawn } from "node:child_process";
import { once } from "node:events";

const defaultTimeoutMilliseconds = 300_000;

export type ToolResult = Readonly<{ output: string; ending: number | string }>;

export type RunOptions = Readonly<{
  folder: string;
  environment?: NodeJS.ProcessEnv;
  timeoutMilliseconds?: number;
  onOutput?: (text: string) => void;
}>;

/** Runs a program without a shell. Rejects if the program does not exist. Kills it after the timeout. */
export async function runTool(program: string, words: readonly string[], options: RunOptions): Promise<ToolResult> {
  const child = spawn(program, words, {
    cwd: options.folder,
    env: options.environment ?? process.env,
    stdio: ["ignore", "pipe", "pipe"],
    timeout: options.timeoutMilliseconds ?? defaultTimeoutMilliseconds,
  });
  const orphaned = () => child.kill("SIGKILL");
  // Runs before the other handlers, which remove files that the program may still be writing.
  process.prependOnceListener("exit", orphaned);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      options.onOutput?.(text);
    });
  }
  try {
    const [code, signal] = await once(child, "close");
    return { output, ending: code ?? signal };
  } finally {
    process.off("exit", orphaned);
  }
}

/** Rejects with the output if the program does not succeed. */
export async function demand(program: string, words: readonly string[], options: RunOptions): Promise<string> {
  const { output, ending } = await runTool(program, words, options);
  if (ending !== 0) throw new Error(`${[program, ...words].join(" ")} ended with ${ending}\n${output}`);
  return output;
}

/** Resolves to true if a program exists, succeeds with the arguments `words`, and its output satisfies `right`. */
export async function answers(
  program: string,
  words: readonly string[],
  right: (output: string) => boolean = () => true,
): Promise<boolean> {
  return runTool(program, words, { folder: "/" }).then(
    ({ output, ending }) => ending === 0 && right(output),
    () => false,
  );
}
