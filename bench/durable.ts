import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sqliteStore } from "#cluster/stores/sqlite.ts";
import type { Benchmark } from "./benchmark.ts";
import { inRounds } from "./rounds.ts";
import { spreadOf } from "./spread.ts";

const rounds = 7;
const warmUpTurns = 1;

const turnMilliseconds = 1_000;

const writers = 32;

const value = randomBytes(300).toString("base64");

/**
 * Measures durable writes of the SQLite store per second. For comparison, node:sqlite alone executes transactions of
 * the same size one after another.
 */
export const durable: Benchmark = {
  name: "durable",
  about: "writes a second of the SQLite store, the disk waited for",
  minutes: 1,
  async run(print) {
    const folder = await mkdtemp(join(tmpdir(), "understudy-bench-"));
    await using cleaning = new AsyncDisposableStack();
    cleaning.defer(() => rm(folder, { recursive: true }));
    const store = cleaning.use(await sqliteStore({ file: join(folder, "store.db") }));
    const raw = cleaning.use(rawTransactions(join(folder, "raw.db")));
    const commit = async () => {
      await store.commit([
        { key: newKey(), value },
        { key: newKey(), value },
      ]);
    };
    print(`${rounds} turns each way, in ${folder}`);
    const contenders = [
      () => perSecond(writers, commit),
      () => perSecond(1, commit),
      () => perSecond(1, async () => raw.transact()),
    ];
    await inRounds(warmUpTurns, contenders);
    const [together = [], alone = [], theirs = []] = await inRounds(rounds, contenders);
    const beside = { what: "raw node:sqlite", measured: spreadOf(theirs) };
    return [
      { what: `${writers} writers`, unit: "/s", measured: spreadOf(together), beside, goal: { minRatio: 0.5 } },
      { what: "one writer", unit: "/s", measured: spreadOf(alone), beside },
    ];
  },
};

async function perSecond(side: number, transact: () => Promise<void>): Promise<number> {
  const start = performance.now();
  let done = 0;
  const writer = async () => {
    while (performance.now() - start < turnMilliseconds) {
      await transact();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: side }, writer));
  return done / ((performance.now() - start) / 1000);
}

function newKey(): string {
  return `shared/mount/${randomBytes(12).toString("hex")}`;
}

function rawTransactions(file: string): Disposable & { transact(): void } {
  const database = new DatabaseSync(file);
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
  database.exec("CREATE TABLE entry (key BLOB NOT NULL PRIMARY KEY, value TEXT NOT NULL)");
  const put = database.prepare("INSERT INTO entry VALUES (?, ?)");
  return {
    transact() {
      database.exec("BEGIN IMMEDIATE");
      for (let row = 0; row < 2; row += 1) put.run(Buffer.from(newKey()), value);
      database.exec("COMMIT");
    },
    [Symbol.dispose]: () => database.close(),
  };
}
