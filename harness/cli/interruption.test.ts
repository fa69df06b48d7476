import { once } from "node:events";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import { expect } from "chai";
import { listenForInterruption } from "#harness/cli/interruption.ts";

test("a thread that starts after an interruption hears of it, and one that starts without does not", async () => {
  const heard = async () => {
    const source = `
      import { parentPort } from "node:worker_threads";
      import { hearOfInterruption, isOver } from ${JSON.stringify(import.meta.resolve("#harness/cli/interruption.ts"))};
      hearOfInterruption();
      for (let turn = 0; turn < 50 && !isOver(); turn++) await new Promise((resolve) => setTimeout(resolve, 10));
      parentPort.postMessage(isOver());
    `;
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(source)}`));
    const [told] = await once(worker, "message");
    return told;
  };
  let orphaned = () => {};
  const whenOrphaned = (act: () => void) => {
    orphaned = act;
  };
  using interruption = listenForInterruption({ launched: false, whenOrphaned });
  expect(await heard()).to.equal(false);
  orphaned();
  expect([interruption.signal.aborted, await heard()]).to.deep.equal([true, true]);
});
