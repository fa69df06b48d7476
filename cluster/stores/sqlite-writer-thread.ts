// Thread that writes a SQLite store, so that waits for the disk do not block the cluster. sqlite-writer.ts defines the
// protocol.
import assert from "node:assert/strict";
import { parentPort, workerData } from "node:worker_threads";
import type { Changes } from "./group-commit.ts";
import { bytesOfKey } from "./key-bytes.ts";
import { sqliteFailure } from "./sqlite-failure.ts";
import { openForWriting } from "./sqlite-file.ts";
import type { WriterReply, WriterTask } from "./sqlite-writer.ts";

const port = parentPort;
assert(port, "this is the main program of a worker thread");
const { file, ...options } = workerData as WriterTask;

answer(() => {
  const database = openForWriting(file, options);
  const put = database.prepare(
    "INSERT INTO entry VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
  );
  const remove = database.prepare("DELETE FROM entry WHERE key = ?");

  function write(changes: Changes): void {
    database.exec("BEGIN IMMEDIATE");
    try {
      for (const [key, value] of changes) {
        if (value === null) remove.run(bytesOfKey(key));
        else put.run(bytesOfKey(key), value);
      }
      database.exec("COMMIT");
    } catch (error) {
      // After some errors SQLite has already rolled back.
      if (database.isTransaction) database.exec("ROLLBACK");
      throw error;
    }
  }

  port.on("message", (order: Changes | "close") => {
    if (order === "close") {
      database.close();
      port.close();
    } else answer(() => write(order));
  });
});

function answer(task: () => void): void {
  let reply: WriterReply;
  try {
    task();
    reply = "done";
  } catch (error) {
    const { code, message } = sqliteFailure(error, file);
    reply = { code, message };
  }
  port?.postMessage(reply);
}
