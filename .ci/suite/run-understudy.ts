import { spawn } from "node:child_process";
import { checkoutRoot } from "./checkout-root.ts";
import { judge, type Outcome, readClosingLine } from "./count.ts";

export async function runUnderstudy(
  words: readonly string[],
): Promise<Readonly<{ output: string; ending: number | string }>> {
  const child = spawn(process.execPath, ["bin/understudy.js", ...words], {
    cwd: checkoutRoot,
    stdio: ["inherit", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    process.stdout.write(text);
  });
  const ending = await new Promise<number | string>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => resolve(code ?? signal ?? "no exit code"));
  });
  return { output, ending };
}

export async function rehearse(...options: readonly string[]): Promise<Outcome> {
  const { output, ending } = await runUnderstudy(["rehearse", ...options]);
  return judge(readClosingLine(output), ending);
}
