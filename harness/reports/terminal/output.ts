import { styleText } from "node:util";
import { folded } from "#harness/reports/terminal/folded.ts";

/** Where progress is written to: a terminal, a pipe or a file. */
export type Output = NodeJS.WritableStream & Readonly<{ isTTY?: boolean; columns?: number }>;

export type Tint = "green" | "red" | "dim" | "bold";

/** `text` in a colour, where there are colours: never in a file or a pipe, and never when NO_COLOR is set. */
export function tinted(output: Output, tint: Tint, text: string): string {
  return output.isTTY && !process.env.NO_COLOR ? styleText(tint, text, { validateStream: false }) : text;
}

/** `line` in pieces that fit on a terminal, and as it is into a file or a pipe, where programs read it. */
export function foldedFor(output: Output, line: string): readonly string[] {
  return output.isTTY ? folded(line, output.columns ?? 80) : [line];
}

/** `text` without what would make a terminal do things: names come from feature files, errors from anywhere. */
export function harmless(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
  return text.replace(/\x1b\[[\d;?]*[A-Za-z]/g, "").replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/g, "");
}
