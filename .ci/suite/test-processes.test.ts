import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, suite, test } from "node:test";
import { promisify } from "node:util";
import { expect } from "chai";
import type { Count } from "./count.ts";
import { testProcesses } from "./test-processes.ts";

const folder = mkdtempSync(join(tmpdir(), "understudy-processes-"));
after(() => rmSync(folder, { recursive: true }));

function written(files: Readonly<Record<string, string>>): readonly string[] {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return Object.keys(files);
}

/** Runs the files in a separate process, because node:test does not run files inside of a test process. */
async function counted(pattern: string): Promise<Count> {
  const module = new URL("./test-files.ts", import.meta.url).href;
  const text = `const { runTestFiles } = await import(${JSON.stringify(module)});
    const { count } = await runTestFiles(${JSON.stringify(folder)}, ${JSON.stringify(pattern)});
    process.stdout.write("\\n" + JSON.stringify(count));`;
  const program = join(folder, "counted.mjs");
  writeFileSync(program, text);
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, [program], { env });
  return JSON.parse(stdout.split("\n").at(-1) ?? "");
}

suite("the processes of test files", () => {
  test("contain every file once, begin with the longest files, and share only files without side effects", () => {
    const reckoning = Array.from({ length: 20 }, (_, index) => `engine/${index}.test.ts`);
    const files = [
      ...written(Object.fromEntries(reckoning.map((file) => [file, 'test("a", () => {});\n']))),
      ...written({
        "engine/hooks.test.ts": "before(() => {});\n",
        "engine/memory.test.ts": "  process.memoryUsage();\n",
        "cluster/attacks/a.test.ts": "",
        "cluster/b.test.ts": 'import { startServer } from "#harness/databases/start-server.ts";\n',
        "mutants/a.test.ts": "",
      }),
    ];
    const processes = testProcesses(folder, files);
    expect(processes.flat().toSorted()).to.deep.equal(files.toSorted());
    expect(processes[0]).to.deep.equal(["mutants/a.test.ts"]);
    const shared = processes.filter((files) => files.length > 1);
    expect(shared.flat().toSorted()).to.deep.equal(reckoning.toSorted());
    expect(shared).to.have.length(6);
  });

  test("failures and files that cannot be loaded count in a shared process", async () => {
    const good = (name: string) => `import { test } from "node:test";\ntest(${JSON.stringify(name)}, () => {});\n`;
    const bad = `import { test } from "node:test";\ntest("bad", () => { throw new Error("so"); });\n`;
    const some = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`scenarios/${i}.test.ts`, good(`${i}`)]));
    written({ ...some, "scenarios/5.test.ts": bad });
    expect(await counted("scenarios/*.test.ts")).to.deep.equal({ passed: 11, failed: 1 });
    written({ "scenarios/5.test.ts": "nothing();\n" });
    expect((await counted("scenarios/*.test.ts")).failed).to.equal(1);
  });
});
