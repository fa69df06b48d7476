import type { PlayedScenario } from "#harness/reports/performance.ts";
import type { Setting } from "#harness/reports/setting.ts";

/** Returns the command line that plays one scenario again, on the same kind of stage and with the same seed. */
export function replayCommand(
  { file, line }: Pick<PlayedScenario, "file" | "line">,
  { replay }: Pick<Setting, "replay">,
): string {
  return ["node bin/understudy.js rehearse", ...[`${file}:${line}`, ...replay].map(quoted)].join(" ");
}

function quoted(word: string): string {
  return /^[\w./:@=+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
