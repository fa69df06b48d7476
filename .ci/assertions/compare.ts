import { readFileSync } from "node:fs";

// Compares the assertions per id of two runs: node .ci/assertions/compare.ts BEFORE AFTER. Prints the ids that have fewer,
// and exits with 1 if there are any.
const [before = "", after = ""] = process.argv.slice(2);

function perId(file: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const line of readFileSync(file, "utf8").trimEnd().split("\n")) {
    const { tags, count, status } = JSON.parse(line) as { tags: string[]; count: number; status: string };
    if (status !== "PASSED") continue;
    for (const id of new Set(tags.map((tag) => tag.slice(1)).filter((tag) => /^[A-Z][A-Z0-9-]*-\d+(?::|$)/.test(tag))))
      counts.set(id, (counts.get(id) ?? 0) + count);
  }
  return counts;
}

const [old, now] = [perId(before), perId(after)];
const fewer = [...old].filter(([id, count]) => (now.get(id) ?? 0) < count);
for (const [id, count] of fewer.toSorted()) process.stdout.write(`${id}\t${count}\t${now.get(id) ?? 0}\n`);
process.stdout.write(`${old.size} ids before, ${now.size} after; ${fewer.length} with fewer assertions\n`);
process.exitCode = fewer.length > 0 ? 1 : 0;
