import { styleText } from "node:util";
import { folded } from "#harness/reports/terminal/folded.ts";

/** A terminal, a pipe or a file. */
export type Output = NodeJS.WritableStream & Readonly<{ isTTY?: boolean; columns?: number }>;

export type Tint = "green" | "red" | "dim" | "bold";

/** Returns `text` with colour codes if `output` is a terminal and NO_COLOR is not set. */
export function tinted(output: Output, tint: Tint, text: string): string {
  return output.isTTY && !process.env.NO_COLOR ? styleText(tint, text, { validateStream: false }) : text;
}

/** Folds `line` for a terminal. A line for a file or a pipe stays whole. */
export function foldedFor(output: Output, line: string): readonly string[] {
  return output.isTTY ? folded(line, output.columns ?? 80) : [line];
}

/**
 * Removes escape sequences such as colour codes, and control characters except tabs and line feeds. Names and errors
 * may contain them.
 */
export function harmless(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
  return text.replace(/\x1b\[[\d;?]*[A-Za-z]/g, "").replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/g, "");
}
