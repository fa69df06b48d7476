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

function fileWith(room: number, { maxWaitingBytes = 1024 * 1024 } = {}) {
  const path = join(folder, `history-${++count}`);
  const disk = { room };
  const reports: string[] = [];
  const file = new HistoryFile(path, {
    maxWaitingBytes,
    onTrouble: (report) => void reports.push(report.replace(`the history in ${path}: `, "")),
    write(descriptor, bytes) {
      if (disk.room === 0)
        throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC", syscall: "write" });
      // A disk writes as much as fits and returns the number of bytes.
      const taken = writeSync(descriptor, bytes, 0, Math.min(bytes.length, disk.room));
      disk.room -= taken;
      return taken;
    },
  });
  const all = () => {
    const { length, waiting } = file.flush();
    return Buffer.concat([readFileSync(path).subarray(0, length), ...waiting]).toString();
  };
  return { path, disk, reports, file, all };
}

const lines = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => `line ${first + index} ünd mehr`);
const text = (...all: readonly string[]) => all.map((line) => `${line}\n`).join("");
const full = "it cannot be written: no space is left on the device; new events are kept in memory";
const well = "it can be written again, and nothing is missing";

suite("a history on a full disk", () => {
  test("is written completely when there is space again, and can be read meanwhile", () => {
    const { path, disk, reports, file, all } = fileWith(25);
    for (const line of lines(1, 3)) file.add(line);
    expect(all()).to.equal(text(...lines(1, 3)));
    expect(readFileSync(path)).to.have.length(25);
    expect(reports).to.deep.equal([full]);
    expect(file.state).to.deep.equal({
      written_bytes: 25,
      waiting_bytes: Buffer.byteLength(text(...lines(1, 3))) - 25,
      lost_events: 0,
      trouble: "no space is left on the device",
    });
    for (const line of lines(4, 5_000)) file.add(line);
    // The error is reported once, regardless of the number of attempts.
    expect(all()).to.equal(text(...lines(1, 5_000)));
    expect(reports).to.deep.equal([full]);
    disk.room = 7;
    expect(all()).to.equal(text(...lines(1, 5_000)));
    disk.room = Number.POSITIVE_INFINITY;
    file.flush();
    expect(reports).to.deep.equal([full, well]);
    expect(file.state).to.include({ waiting_bytes: 0, lost_events: 0, trouble: null });
    file.add("the last");
    expect(file.close()).to.equal(undefined);
    expect(readFileSync(path, "utf8")).to.equal(text(...lines(1, 5_000), "the last"));
  });

  test("ends when too many events wait: it has no gap and reports how many are lost", () => {
    const { path, disk, reports, file } = fileWith(0, { maxWaitingBytes: 100 });
    for (const line of lines(1, 20)) file.add(line);
    file.flush();
    const ends = "too many events wait in memory: the history ends here, later events are lost";
    expect(reports).to.deep.equal([ends, full]);
    const kept = lines(1, 5);
    expect(file.state).to.include({ waiting_bytes: Buffer.byteLength(text(...kept)), lost_events: 15 });
    disk.room = 1_000;
    file.flush();
    file.add("later");
    expect(file.close()).to.equal("16 events were lost while it could not be written");
    expect(reports).to.deep.equal([ends, full, "it can be written again"]);
    expect(readFileSync(path, "utf8")).to.equal(text(...kept));
  });

  test("that stays full reports the reason when the file is closed", () => {
    const { file } = fileWith(10);
    for (const line of lines(1, 2)) file.add(line);
    expect(file.close()).to.equal("no space is left on the device");
    expect(file.close()).to.equal(undefined);
  });

  test("is reported without a request, as is its end", async () => {
    const path = join(folder, "unasked");
    let room = 0;
    let report: (what: string) => void = () => {};
    const next = () => {
      const { promise, resolve } = Promise.withResolvers<string>();
      report = resolve;
      return promise;
    };
    const file = new HistoryFile(path, {
      retryMilliseconds: 5,
      onTrouble: (what) => report(what),
      write(descriptor, bytes) {
        if (room === 0) throw Object.assign(new Error("EDQUOT"), { code: "EDQUOT", syscall: "write" });
        return writeSync(descriptor, bytes);
      },
    });
    // The timers of the file do not keep the process alive.
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

test("a history is written in chunks and without reports if there is no error", () => {
  const { path, reports, file } = fileWith(Number.POSITIVE_INFINITY);
  file.add("x".repeat(chunk / 2));
  expect(readFileSync(path)).to.have.length(0);
  file.add("x".repeat(chunk / 2));
  expect(readFileSync(path)).to.have.length(chunk + 2);
  expect(file.close()).to.equal(undefined);
  expect(reports).to.deep.equal([]);
});
