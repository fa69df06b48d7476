import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, suite, test } from "node:test";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { checkoutRoot } from "../suite/checkout-root.ts";

const harness = fileURLToPath(new URL("foreign/harness.py", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "understudy-foreign-"));
after(() => rmSync(folder, { recursive: true }));

const hasPython = spawnSync("python3", ["--version"]).status === 0;

function judged(...words: readonly string[]) {
  const { status, stdout } = spawnSync("python3", [harness, ...words], { encoding: "utf8" });
  expect(status).to.equal(0);
  const history = join(folder, "history.ndjson");
  writeFileSync(history, stdout);
  const judgement = spawnSync(process.execPath, [`${checkoutRoot}bin/understudy.js`, "judge", history], {
    encoding: "utf8",
  });
  return { code: judgement.status, out: judgement.stdout };
}

suite("a harness in another language can write a history from the documentation alone", {
  skip: hasPython || process.env.CI === "true" ? false : "there is no python3",
}, () => {
  test("of a failover without loss: no rule is broken", () => {
    const { code, out } = judged();
    expect(code, out).to.equal(0);
  });

  test("of a failover that loses an acknowledged write: the broken rule is named", () => {
    const { code, out } = judged("--lose");
    expect(code, out).to.equal(1);
    expect(out).to.contain("a planned failover loses nothing").and.contain("Lima");
  });
});
