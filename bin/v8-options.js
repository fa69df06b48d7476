// Plain JavaScript for any Node from 20 on, as the launcher uses it too.

/**
 * What V8 is told when the program starts. New objects have up to three times so many megabytes, which are never given back: with the
 * 16 of Node's own, three clusters hold 30 MB more and are no faster.
 */
export const v8Options = ["--max-semi-space-size=8"];

/**
 * Has this process run with `v8Options`, which can only be told at a start: where it was started without them, it becomes another run
 * of the same program, under the same id. Windows cannot do that; there the program runs without them. An option that the user gave
 * stands behind ours and counts.
 */
export function takeV8Options() {
  if (process.platform === "win32" || v8Options.every((option) => process.execArgv.includes(option))) return;
  const { execPath, execArgv, argv, env } = process;
  process.execve(execPath, [execPath, ...v8Options, ...execArgv, ...argv.slice(1)], env);
}
