import type { PlayedScenario } from "#harness/reports/performance.ts";
import type { Setting } from "#harness/reports/setting.ts";

/** The command line that plays just this scenario again, on the same stage with the same seed, typed where the run was typed. */
export function replayCommand(
  { file, line }: Pick<PlayedScenario, "file" | "line">,
  { replay }: Pick<Setting, "replay">,
): string {
  return ["node bin/understudy.js rehearse", ...[`${file}:${line}`, ...replay].map(quoted)].join(" ");
}

/** As a shell takes it for one word. */
function quoted(word: string): string {
  return /^[\w./:@=+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
