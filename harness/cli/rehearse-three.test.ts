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

/** What a step of the documents' features about three clusters needs, and about the key of a filter. */
const features = ["failover/planned", "failover/forced", "replication/filters", "replication/disabling"].map(
  (name) => `features/${name}.feature`,
);

type Known = Readonly<{ control: string; clusters: readonly Readonly<Record<"name" | "api" | "link", string>>[] }>;

describe("a rehearsal on three clusters of others, made anew for each scenario", () => {
  let known: Known;
  let child: ChildProcessByStdio<null, Readable, null>;
  before(async () => {
    child = spawn(process.execPath, [servers], {
      env: { ...process.env, THREE_TOKEN: token },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [said] = await once(createInterface({ input: child.stdout }), "line");
    known = JSON.parse(String(said));
  });
  after(() => child.kill());

  async function rehearse(fields: Readonly<Record<string, unknown>>) {
    const renewing = "fetch(process.argv[1]).then(({ ok }) => process.exit(ok ? 0 : 1))";
    const clusters = Object.fromEntries(
      known.clusters.map(({ name, api, link }) => {
        const renew = [process.execPath, "-e", renewing, `${known.control}/${name}`];
        return [name, { api, link, tokenVariable: "THREE_TOKEN", commands: { renew } }];
      }),
    );
    writeFileSync(
      join(folder, "target.json"),
      JSON.stringify({ name: "three", clusters, reset: "fresh", lacks: ["database", "cloud"], ...fields }),
    );
    const words = ["rehearse", ...features, "--stage", "remote", "--target", "target.json", "--report", "report"];
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
      said: stdout + stderr,
      report: JSON.parse(readFileSync(join(folder, "report/conformance.json"), "utf8")),
    };
  }

  test("finds nothing wrong, and plays what needs no time to be moved and no link to be cut", async () => {
    const { code, said, report } = await rehearse({});
    expect(code, said).to.equal(0);
    expect(report.played.scenarios).to.include({ failed: 0 });
    expect(report.played.scenarios.passed, said).to.be.greaterThan(15);
    expect(report.target.capabilities).to.include.members(["fresh", "replication"]);
    for (const id of ["REPL-FILTER-01", "REPL-DEMOTE-01", "REPL-PROMOTE-01"]) {
      expect(report.verdicts[id]?.verdict, id).to.equal("held");
    }
  });

  test("knows the key of a filter by another name, where the target takes that", async () => {
    const { code, said, report } = await rehearse({ filterKey: "secondary_id" });
    expect(code, said).to.equal(0);
    expect(report.played.scenarios).to.include({ failed: 0 });
  });
});
