import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { expect } from "chai";

/** Limit of the old generation of the heap, in megabytes. The rest of the heap limit is the young generation. */
const oldSpace = 512;

const thread = `
  import { getHeapStatistics } from "node:v8";
  import { parentPort } from "node:worker_threads";
  parentPort.postMessage(getHeapStatistics().heap_size_limit / 2 ** 20 - ${oldSpace});
`;

const program = `
  import { Worker } from "node:worker_threads";
  import { threadLimits } from ${JSON.stringify(import.meta.resolve("./thread-limits.ts"))};
  const limits = process.argv.includes("limits only") ? { maxYoungGenerationSizeMb: 96 } : threadLimits();
  const resourceLimits = { ...limits, maxOldGenerationSizeMb: ${oldSpace} };
  const thread = new Worker(${JSON.stringify(thread)}, { eval: true, resourceLimits });
  thread.once("message", (room) => console.log(room));
`;

function youngSpaceWith(options: readonly string[], ...words: readonly string[]): number {
  const line = [...options, "--input-type=module", "--eval", program, ...words];
  return Number(execFileSync(process.execPath, line, { encoding: "utf8" }));
}

const ours = "--max-semi-space-size=8";

test("a thread has the size of its limits although the process started with a smaller one", () => {
  expect(youngSpaceWith([ours], "limits only"), "the size if only limits are set").to.equal(24);
  expect(youngSpaceWith([ours])).to.equal(96);
  expect(youngSpaceWith([])).to.equal(96);
});

test("a user's own option also applies to threads", () => {
  for (const own of ["--max-semi-space-size=4", "--max_semi_space_size=4"])
    expect(youngSpaceWith([ours, own])).to.equal(12);
});
