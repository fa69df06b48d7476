import { globSync, readFileSync, writeFileSync } from "node:fs";
import { renamedSentences, withRenamed } from "#harness/cli/renamed-sentences.ts";

// Replaces former sentences in the given files and folders: node .ci/rename-steps.ts features
const sentences = renamedSentences();
for (const name of process.argv.slice(2)) {
  for (const file of name.endsWith(".feature") || name.endsWith(".md")
    ? [name]
    : globSync(`${name}/**/*.{feature,md}`)) {
    const text = readFileSync(file, "utf8");
    const changed = withRenamed(text, sentences);
    if (changed !== text) writeFileSync(file, changed);
  }
}
