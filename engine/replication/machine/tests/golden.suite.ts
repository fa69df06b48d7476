import { readFileSync, writeFileSync } from "node:fs";
import { expect } from "chai";

/**
 * Compares a trace with `traces/<name>.txt` next to this file. With `UPDATE_TRACES=1` it writes the file: review the
 * diff.
 */
export function expectTrace(name: string, lines: readonly string[]): void {
  const file = new URL(`traces/${name}.txt`, import.meta.url);
  const text = `${lines.join("\n")}\n`;
  if (process.env.UPDATE_TRACES === "1") writeFileSync(file, text);
  expect(text).to.equal(readFileSync(file, "utf8"));
}
