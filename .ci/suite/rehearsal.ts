import { spawn } from "node:child_process";
import { join } from "node:path";
import { judge, type Outcome, readClosingLine } from "./count.ts";

/** Runs `understudy rehearse` for the project in `folder`, and prints its output. */
export async function rehearse(folder: string, options: readonly string[]): Promise<Outcome> {
  const words = [join(folder, "bin", "understudy.js"), "rehearse", ...options];
  const child = spawn(process.execPath, words, { cwd: folder, stdio: ["inherit", "pipe", "inherit"] });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    process.stdout.write(text);
  });
  const ending = await new Promise<number | string>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => resolve(code ?? signal ?? "no exit code"));
  });
  return judge(readClosingLine(output), ending);
}
