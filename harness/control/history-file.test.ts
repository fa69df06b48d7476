import { mkdtempSync, readFileSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, suite, test } from "node:test";
import { expect } from "chai";
import { HistoryFile } from "./history-file.ts";

const folder = mkdtempSync(join(tmpdir(), "understudy-history-file-"));
after(() => rmSync(folder, { recursive: true }));
const chunk = 64 * 1024;
let count = 0;

/** A file on a disk with so much room, in bytes, and what was said of it. */
function fileWith(room: number, { maxWaitingBytes = 1024 * 1024 } = {}) {
  const path = join(folder, `history-${++count}`);
  const disk = { room };
  const said: string[] = [];
  const file = new HistoryFile(path, {
    maxWaitingBytes,
    onTrouble: (told) => void said.push(told.replace(`the history in ${path}: `, "")),
    write(descriptor, bytes) {
      if (disk.room === 0)
        throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC", syscall: "write" });
      // A disk takes what it has room for, and says how much that was.
      const taken = writeSync(descriptor, bytes, 0, Math.min(bytes.length, disk.room));
      disk.room -= taken;
      return taken;
    },
  });
  const all = () => {
    const { length, waiting } = file.flush();
    return Buffer.concat([readFileSync(path).subarray(0, length), ...waiting]).toString();
  };
  return { path, disk, said, file, all };
}

const lines = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => `line ${first + index} ünd mehr`);
const text = (...all: readonly string[]) => all.map((line) => `${line}\n`).join("");
const full = "it cannot be written: no space is left on the device; what happens waits in memory";
const well = "it can be written again, and nothing is missing";

suite("a history on a full disk", () => {
  test("is written when there is room again, to the byte, and what waits can be read meanwhile", () => {
    const { path, disk, said, file, all } = fileWith(25);
    for (const line of lines(1, 3)) file.add(line);
    expect(all()).to.equal(text(...lines(1, 3)));
    expect(readFileSync(path)).to.have.length(25);
    expect(said).to.deep.equal([full]);
    expect(file.state).to.deep.equal({
      written_bytes: 25,
      waiting_bytes: Buffer.byteLength(text(...lines(1, 3))) - 25,
      lost_events: 0,
      trouble: "no space is left on the device",
    });
    for (const line of lines(4, 5_000)) file.add(line);
    // It is said once, however often it is tried.
    expect(all()).to.equal(text(...lines(1, 5_000)));
    expect(said).to.deep.equal([full]);
    disk.room = 7;
    expect(all()).to.equal(text(...lines(1, 5_000)));
    disk.room = Number.POSITIVE_INFINITY;
    file.flush();
    expect(said).to.deep.equal([full, well]);
    expect(file.state).to.include({ waiting_bytes: 0, lost_events: 0, trouble: null });
    file.add("the last");
    expect(file.close()).to.equal(undefined);
    expect(readFileSync(path, "utf8")).to.equal(text(...lines(1, 5_000), "the last"));
  });

  test("ends where too much of it waits: it has no gap, and says how much is lost", () => {
    const { path, disk, said, file } = fileWith(0, { maxWaitingBytes: 100 });
    for (const line of lines(1, 20)) file.add(line);
    file.flush();
    const ends = "too much of it waits in memory: it ends here, later events are lost";
    expect(said).to.deep.equal([ends, full]);
    const kept = lines(1, 5);
    expect(file.state).to.include({ waiting_bytes: Buffer.byteLength(text(...kept)), lost_events: 15 });
    disk.room = 1_000;
    file.flush();
    file.add("later");
    expect(file.close()).to.equal("16 events came while it could not be written");
    expect(said).to.deep.equal([ends, full, "it can be written again"]);
    expect(readFileSync(path, "utf8")).to.equal(text(...kept));
  });

  test("that stays full says why when it is closed", () => {
    const { file } = fileWith(10);
    for (const line of lines(1, 2)) file.add(line);
    expect(file.close()).to.equal("no space is left on the device");
    expect(file.close()).to.equal(undefined);
  });

  test("is noticed without anyone's asking, and so is room", async () => {
    const path = join(folder, "unasked");
    let room = 0;
    let told: (what: string) => void = () => {};
    const next = () => {
      const { promise, resolve } = Promise.withResolvers<string>();
      told = resolve;
      return promise;
    };
    const file = new HistoryFile(path, {
      retryMilliseconds: 5,
      onTrouble: (what) => told(what),
      write(descriptor, bytes) {
        if (room === 0) throw Object.assign(new Error("EDQUOT"), { code: "EDQUOT", syscall: "write" });
        return writeSync(descriptor, bytes);
      },
    });
    // The timers keep no process alive.
    const alive = setInterval(() => {}, 1_000);
    const trouble = next();
    file.add("one line");
    expect(await trouble).to.match(/the disk quota is used up/);
    const end = next();
    room = 1;
    expect(await end).to.match(/it can be written again/);
    clearInterval(alive);
    expect(readFileSync(path, "utf8")).to.equal("one line\n");
    expect(file.close()).to.equal(undefined);
  });
});

test("a history is written in pieces, and without a word where all is well", () => {
  const { path, said, file } = fileWith(Number.POSITIVE_INFINITY);
  file.add("x".repeat(chunk / 2));
  expect(readFileSync(path)).to.have.length(0);
  file.add("x".repeat(chunk / 2));
  expect(readFileSync(path)).to.have.length(chunk + 2);
  expect(file.close()).to.equal(undefined);
  expect(said).to.deep.equal([]);
});
