import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { expect } from "chai";
import { Failure } from "#harness/cli/failure.ts";
import { localRunner } from "#harness/cli/local-runner.ts";
import { parseUp } from "#harness/cli/up-options.ts";

const folder = mkdtempSync(join(tmpdir(), "understudy-topology-"));
after(() => rmSync(folder, { recursive: true }));

test("an invalid topology is a usage error before anything starts", async () => {
  const file = join(folder, "bad.json");
  writeFileSync(file, '{"name":"x","clusters":["Rome"],"primary":"Bern"}');
  for (const [topology, message] of [
    [file, `topology ${file}: primary must be one of Rome, not "Bern"`],
    ["tree", "topology tree is neither a readable file nor one of: three, unlinked, one"],
  ] as const) {
    const refused = await localRunner.start(parseUp({ topology })).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(refused).to.be.instanceOf(Failure).and.include({ code: "usage", exitCode: 64, message });
  }
});
