import { strict as assert } from "node:assert";
import { test } from "node:test";
import { needDocker } from "./localstack-container.ts";

test("without Docker one line says that it is needed and what to do instead", async () => {
  const refused = new Error("connect ENOENT");
  await assert.rejects(
    needDocker(() => Promise.reject(refused)),
    (error: Error) =>
      /needs Docker.*--cloud embedded/.test(error.message) && !error.message.includes("\n") && error.cause === refused,
  );
  await needDocker(() => Promise.resolve());
});
