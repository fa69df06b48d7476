import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { suite, test } from "node:test";
import { expect } from "chai";
import { startKeptProcess } from "./persistent-process.ts";
import { whyEnded } from "./why-ended.ts";

const place = { folder: tmpdir(), user: undefined };

suite("a program of a database", { timeout: 30_000 }, () => {
  test("has its temporary files in its own folder", async () => {
    const started = startKeptProcess("/bin/sh", ["-c", 'echo "$TMPDIR"'], { ...place, folder: "/" });
    await started.ended;
    expect(started.log).to.deep.equal(["/"]);
  });

  test("fails when it is not ready in time", async () => {
    const hanging = startKeptProcess("/bin/sleep", ["600"], { ...place, patienceMilliseconds: 20 });
    const isReady = await hanging.says("ready");
    await hanging.stop("SIGKILL");
    expect(isReady).to.equal(false);
    expect(whyEnded(hanging, place)).to.equal("it was not ready within 0.02 seconds");
  });

  test("is killed when it should end and does not", async () => {
    const hanging = startKeptProcess("/bin/sleep", ["600"], { ...place, isShort: true, patienceMilliseconds: 20 });
    expect(await hanging.ended).to.equal(false);
    expect(whyEnded(hanging, place)).to.equal("it was not ready within 0.02 seconds");
  });

  test("is killed together with the processes that it started", async () => {
    const script = 'sleep 600 & echo "$!"; wait';
    const hanging = startKeptProcess("/bin/sh", ["-c", script], { ...place, isShort: true, patienceMilliseconds: 500 });
    expect(await hanging.ended).to.equal(false);
    const { stop, log, says } = startKeptProcess("/bin/sh", ["-c", script], { ...place, patienceMilliseconds: 500 });
    await says("ready");
    await stop("SIGKILL");
    for (const pid of [hanging.log[0], log[0]].map(Number)) {
      expect(pid).to.be.above(0);
      // A killed process may remain a zombie until init reaps it.
      expect(spawnSync("ps", ["-o", "stat=", "-p", `${pid}`], { encoding: "utf8" }).stdout).to.match(/^(Z|$)/);
    }
  });

  test("keeps running once it is ready", async () => {
    const script = "echo ready; exec sleep 600";
    const server = startKeptProcess("/bin/sh", ["-c", script], place);
    const isReady = await server.says("ready");
    await server.stop("SIGKILL");
    expect(isReady).to.equal(true);
    expect(server.log).to.deep.equal(["ready"]);
  });
});

suite("the reason why a program ended", () => {
  for (const [log, why] of [
    [
      ["2026-11-23 18:51:02 0 [Note] Starting", "2026-11-23 18:51:03 12 [ERROR] mariadbd: Can't create /tmp/x-Ab1/ib"],
      "[ERROR] mariadbd: Can't create its folder/ib",
    ],
    [["2026-11-23 18:51:02.123 UTC [4711] FATAL:  could not create lock file"], "FATAL:  could not create lock file"],
    [["4711:C 23 Nov 2026 18:51:02.123 # Fatal error, can't open config file"], "Fatal error, can't open config file"],
    [["first", "last", ""], "last"],
    [[], "it said nothing"],
  ] as const) {
    test(`is the same line each time: ${why}`, () => {
      expect(whyEnded({ log }, { folder: "/tmp/x-Ab1" })).to.equal(why);
    });
  }
});
