import { mock, suite, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { expect } from "chai";
import { whileResponding } from "./while-responding.ts";

async function pass(seconds: number, each: (second: number) => void = () => {}): Promise<void> {
  for (let second = 1; second <= seconds; second++) {
    each(second);
    mock.timers.tick(1000);
    await setImmediate();
  }
}

suite("a step that does not end", () => {
  test("fails 90 s after the last response", async (context) => {
    mock.timers.enable({ apis: ["setInterval"] });
    context.after(() => mock.timers.reset());
    let responses = 0;
    let outcome = "pending";
    whileResponding(
      () => responses,
      () => new Promise(() => {}),
    ).catch((error: Error) => {
      outcome = error.message;
    });
    await pass(300, (second) => {
      if (second % 80 === 0) responses++;
    });
    expect(outcome).to.equal("pending");
    await pass(29);
    expect(outcome).to.equal("pending");
    await pass(2);
    expect(outcome).to.contain("no response has arrived for 90 s");
  });
});

suite("a step that ends", () => {
  test("resolves to its result, or rejects with its error", async () => {
    expect(
      await whileResponding(
        () => 0,
        async () => 7,
      ),
    ).to.equal(7);
    const failing = whileResponding(
      () => 0,
      async () => {
        throw new Error("broken");
      },
    );
    expect(await failing.catch((error: Error) => error.message)).to.equal("broken");
  });
});
