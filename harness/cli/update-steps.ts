import { readFileSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import { featureFiles } from "#harness/cli/feature-paths.ts";
import { renamedSentences, withRenamed } from "#harness/cli/renamed-sentences.ts";
import type { Output } from "#harness/reports/terminal/output.ts";

/**
 * Replaces the sentences of earlier releases in features, and prints the files that changed. `names` are files, or
 * folders with features. Throws a Failure "usage" if one is neither; then no file is changed.
 */
export function updateSteps(
  names: readonly string[],
  { directory, stdout }: Readonly<{ directory: string; stdout: Output }>,
): void {
  const sentences = renamedSentences();
  const changes = names
    .flatMap((name) => featureFiles(name, directory))
    .map((file) => ({ file, text: readFileSync(file, "utf8") }))
    .map(({ file, text }) => ({ file, text, updated: withRenamed(text, sentences) }))
    .filter(({ text, updated }) => text !== updated);
  for (const { file, text, updated } of changes) {
    writeFileSync(file, updated);
    stdout.write(`${relative(directory, file)}: ${changedLines(text, updated)} sentences replaced\n`);
  }
  stdout.write(
    changes.length === 0 ? "no sentence of an earlier release found\n" : "now: understudy rehearse --dry-run\n",
  );
}

function changedLines(one: string, other: string): number {
  const lines = new Set(other.split("\n"));
  return one.split("\n").filter((line) => !lines.has(line)).length;
}
