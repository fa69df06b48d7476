import { once } from "node:events";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import { expect } from "chai";
import { listenForInterruption } from "#harness/cli/interruption.ts";

test("a thread that starts after an interruption is notified, and a thread without an interruption is not", async () => {
  const receives = async () => {
    const source = `
      import { parentPort } from "node:worker_threads";
      import { receiveInterruption, isInterrupted } from ${JSON.stringify(import.meta.resolve("#harness/cli/interruption.ts"))};
      receiveInterruption();
      for (let turn = 0; turn < 50 && !isInterrupted(); turn++) await new Promise((resolve) => setTimeout(resolve, 10));
      parentPort.postMessage(isInterrupted());
    `;
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(source)}`));
    const [received] = await once(worker, "message");
    return received;
  };
  let orphaned = () => {};
  const whenOrphaned = (act: () => void) => {
    orphaned = act;
  };
  using interruption = listenForInterruption({ launched: false, whenOrphaned });
  expect(await receives()).to.equal(false);
  orphaned();
  expect([interruption.signal.aborted, await receives()]).to.deep.equal([true, true]);
});
