import { tmpdir } from "node:os";
import { test } from "node:test";
import { expect } from "chai";
import { runCommand } from "./run-command.ts";
import { TargetTrouble } from "./target-client.ts";

test("a command that hangs is killed, even if it ignores signals", { timeout: 20_000 }, async () => {
  const ignoringSignals = ["/bin/sh", "-c", 'trap "" TERM; while :; do sleep 0.1; done'];
  const trouble = await runCommand(ignoringSignals, "start it", tmpdir(), { patienceMilliseconds: 500 }).catch(
    (error) => error,
  );
  expect(trouble).to.be.instanceOf(TargetTrouble);
  expect(trouble.message).to.equal("the command to start it failed: /bin/sh: ended by SIGKILL");
});
