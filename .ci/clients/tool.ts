import { spawn } from "node:child_process";
import { once } from "node:events";

/** No build and no run of a client's flows takes longer on a slow machine, in milliseconds; what does hangs. */
const usualLongest = 300_000;

/** What a program said on both outputs, and how it ended: an exit code or the name of a signal. */
export type ToolResult = Readonly<{ output: string; ending: number | string }>;

/** How a program is run: where, with what environment, how many milliseconds it may take, and who hears what it says meanwhile. */
export type Way = Readonly<{
  folder: string;
  environment?: NodeJS.ProcessEnv;
  longest?: number;
  hear?: (text: string) => void;
}>;

/** Runs a program to its end, without a shell. Rejects where there is no such program; ends it when it takes too long. */
export async function runTool(program: string, words: readonly string[], way: Way): Promise<ToolResult> {
  const child = spawn(program, words, {
    cwd: way.folder,
    env: way.environment ?? process.env,
    stdio: ["ignore", "pipe", "pipe"],
    timeout: way.longest ?? usualLongest,
  });
  const orphaned = () => child.kill("SIGKILL");
  // Before the others, who put away what it may still be writing.
  process.prependOnceListener("exit", orphaned);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      way.hear?.(text);
    });
  }
  try {
    const [code, signal] = await once(child, "close");
    return { output, ending: code ?? signal };
  } finally {
    process.off("exit", orphaned);
  }
}

/** Runs a program that has to succeed. Rejects with all that it said where it does not. */
export async function demand(program: string, words: readonly string[], way: Way): Promise<string> {
  const { output, ending } = await runTool(program, words, way);
  if (ending !== 0) throw new Error(`${[program, ...words].join(" ")} ended with ${ending}\n${output}`);
  return output;
}

/** Whether a program is there, succeeds with `words`, and says what is `right`. */
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
