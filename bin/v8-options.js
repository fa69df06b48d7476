// Plain JavaScript for Node 20 and newer, since the launcher uses it too.

/**
 * V8 options of the program. New objects use up to three times this many megabytes, which are never
 * released: with Node's default of 16, three clusters use 30 MB more and are not faster.
 */
export const v8Options = ["--max-semi-space-size=8"];

/**
 * Makes this process run with `v8Options`, which V8 reads only at the start: replaces the process
 * with another run of the program under the same id. On Windows, which cannot do that, the program
 * runs without them. Options of the user come last and take precedence.
 */
export function takeV8Options() {
  if (process.platform === "win32" || v8Options.every((option) => process.execArgv.includes(option))) return;
  const { execPath, execArgv, argv, env } = process;
  process.execve(execPath, [execPath, ...v8Options, ...execArgv, ...argv.slice(1)], env);
}
