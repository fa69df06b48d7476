import { test } from "node:test";
import { expect } from "chai";
import { failedSteps } from "./failed-steps.ts";

test('failed steps are listed by their texts, each once, and hooks as "a hook"', () => {
  const finished = (testStepId: string, status: string) => ({
    testStepFinished: { testStepId, testStepResult: { status } },
  });
  const messages = [
    { meta: {} },
    {
      pickle: {
        steps: [
          { id: "p1", text: "it rains" },
          { id: "p2", text: "it pours" },
        ],
      },
    },
    { testCase: { testSteps: [{ id: "t0" }, { id: "t1", pickleStepId: "p1" }, { id: "t2", pickleStepId: "p2" }] } },
    finished("t1", "PASSED"),
    finished("t2", "FAILED"),
    finished("t2", "FAILED"),
    finished("t0", "FAILED"),
  ];
  const text = messages.map((one) => `${JSON.stringify(one)}\n`).join("");
  expect(failedSteps(text)).to.deep.equal(["it pours", "a hook"]);
});
