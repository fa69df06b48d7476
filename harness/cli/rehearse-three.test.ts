import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

const program = fileURLToPath(new URL("../../bin/understudy.js", import.meta.url));
const servers = fileURLToPath(new URL("./three-clusters.suite.ts", import.meta.url));
const token = "a-token-that-stays-the-same";
const folder = mkdtempSync(join(tmpdir(), "understudy-three-"));
after(() => rmSync(folder, { recursive: true, force: true }));

type Known = Readonly<{ control: string; clusters: readonly Readonly<Record<"name" | "api" | "link", string>>[] }>;

describe("a rehearsal on three foreign clusters that are recreated for each scenario", () => {
  let addresses: Known;
  let child: ChildProcessByStdio<null, Readable, null>;
  before(async () => {
    child = spawn(process.execPath, [servers], {
      env: { ...process.env, THREE_TOKEN: token },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [output] = await once(createInterface({ input: child.stdout }), "line");
    addresses = JSON.parse(String(output));
  });
  after(() => child.kill());

  async function rehearse(ids: readonly string[], fields: Readonly<Record<string, unknown>> = {}) {
    const renewing = "fetch(process.argv[1]).then(({ ok }) => process.exit(ok ? 0 : 1))";
    const clusters = Object.fromEntries(
      addresses.clusters.map(({ name, api, link }) => {
        const renew = [process.execPath, "-e", renewing, `${addresses.control}/${name}`];
        return [name, { api, link, tokenVariable: "THREE_TOKEN", commands: { renew } }];
      }),
    );
    writeFileSync(
      join(folder, "target.json"),
      JSON.stringify({ name: "three", clusters, reset: "fresh", lacks: ["database", "cloud"], ...fields }),
    );
    const tags = ids.map((id) => `@${id}`).join(" or ");
    const words = ["rehearse", "--tags", tags, "--stage", "remote", "--target", "target.json", "--report", "report"];
    const playing = spawn(process.execPath, [program, ...words], {
      cwd: folder,
      env: { ...process.env, THREE_TOKEN: token },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const ended = once(playing, "exit");
    const [stdout, stderr] = await Promise.all([text(playing.stdout), text(playing.stderr)]);
    const [code] = await ended;
    expect(code, stdout + stderr).to.equal(0);
    return {
      code,
      output: stdout + stderr,
      report: JSON.parse(readFileSync(join(folder, "report/conformance.json"), "utf8")),
    };
  }

  test("finds no failure and may change the replication roles", async () => {
    const ids = ["REPL-DEMOTE-01", "REPL-PDISABLE-04", "REPL-SDISABLE-03", "REPL-SDISABLE-04", "REPL-REVOKE-03"];
    const { code, output, report } = await rehearse(ids);
    expect(code, output).to.equal(0);
    expect(report.target.capabilities).to.include.members(["fresh", "replication"]);
    expect(report.played.scenarios).to.include({ passed: ids.length, failed: 0 });
    for (const id of ids) expect(report.verdicts[id].verdict, id).to.equal("held");
  });

  test("runs scenarios about the right to lead only where the target's status reports it", async () => {
    const ids = ["REPL-DEMOTE-01", "OWN-LEAD-02"];
    const { report: without } = await rehearse(ids);
    expect(without.played.scenarios).to.include({ passed: 1, failed: 0, notPlayed: 3 });
    const { report } = await rehearse(ids, { rightToLead: true });
    expect(report.played.scenarios).to.include({ passed: 3, failed: 0, notPlayed: 1 });
  });

  test("uses another name of the filter's key where the target requires it", async () => {
    const ids = ["REPL-FILTER-06", "REPL-FILTER-12"];
    const { code, output, report } = await rehearse(ids, { filterKey: "secondary_id" });
    expect(code, output).to.equal(0);
    expect(report.played.scenarios.failed).to.equal(0);
    expect(report.played.scenarios.passed).to.be.at.least(ids.length);
    expect(report.played.filterKey).to.equal("secondary_id");
  });
});
