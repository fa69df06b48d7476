import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { expect } from "chai";

/** Room for objects that live on, in megabytes: what a thread may have beyond it is for new ones. */
const oldSpace = 512;

const thread = `
  import { getHeapStatistics } from "node:v8";
  import { parentPort } from "node:worker_threads";
  parentPort.postMessage(getHeapStatistics().heap_size_limit / 2 ** 20 - ${oldSpace});
`;

const program = `
  import { Worker } from "node:worker_threads";
  import { threadLimits } from ${JSON.stringify(import.meta.resolve("./thread-limits.ts"))};
  const limits = process.argv.includes("only told") ? { maxYoungGenerationSizeMb: 96 } : threadLimits();
  const resourceLimits = { ...limits, maxOldGenerationSizeMb: ${oldSpace} };
  const thread = new Worker(${JSON.stringify(thread)}, { eval: true, resourceLimits });
  thread.once("message", (room) => console.log(room));
`;

/** How much room for new objects, in megabytes, a thread has in a process that was started with these options. */
function youngSpaceWith(options: readonly string[], ...words: readonly string[]): number {
  const line = [...options, "--input-type=module", "--eval", program, ...words];
  return Number(execFileSync(process.execPath, line, { encoding: "utf8" }));
}

const ours = "--max-semi-space-size=8";

test("a thread has the room of its limits, though the process was started with less", () => {
  expect(youngSpaceWith([ours], "only told"), "what V8 makes of limits by themselves").to.equal(24);
  expect(youngSpaceWith([ours])).to.equal(96);
  expect(youngSpaceWith([])).to.equal(96);
});

test("an option that the user gave counts for threads, too", () => {
  for (const own of ["--max-semi-space-size=4", "--max_semi_space_size=4"])
    expect(youngSpaceWith([ours, own])).to.equal(12);
});
