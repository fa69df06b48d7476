import { Worker } from "node:worker_threads";
import type { Changes } from "./group-commit.ts";
import type { Synchronous } from "./sqlite-file.ts";
import { StoreFailure, type StoreFailureCode } from "./store-failure.ts";

export type WriterTask = Readonly<{ file: string; synchronous: Synchronous; maxPages: number }>;

/** Message of the thread: after it has opened the file, and after each transaction. */
export type WriterReply = "done" | Readonly<{ code: StoreFailureCode; message: string }>;

export type SqliteWriter = Readonly<{
  /** Performs one transaction. Calls must not overlap. Rejects with a {@link StoreFailure}. */
  write(changes: Changes): Promise<void>;
  close(): Promise<void>;
  /** Ends the thread at once. A transaction in progress is committed or not; its `write` never resolves. */
  kill(): Promise<void>;
}>;

/** Starts the thread and waits until it has opened the file. Rejects with a {@link StoreFailure}. */
export async function startSqliteWriter(task: WriterTask): Promise<SqliteWriter> {
  const worker = new Worker(new URL("./sqlite-writer-thread.ts", import.meta.url), { workerData: task });
  const ended = new Promise<unknown>((resolve) => worker.once("exit", resolve));
  let pending: PromiseWithResolvers<void> | undefined;
  let killed = false;
  worker.on("message", (reply: WriterReply) => {
    if (reply === "done") pending?.resolve();
    else pending?.reject(new StoreFailure(reply.code, reply.message));
  });
  const gone = (cause?: unknown) => {
    if (killed) return;
    pending?.reject(new StoreFailure("lost", `the store ${task.file} is lost: its thread ended`, { cause }));
  };
  worker.on("error", gone);
  worker.on("exit", () => gone());

  async function nextReply(): Promise<void> {
    pending = Promise.withResolvers();
    worker.ref();
    try {
      await pending.promise;
    } finally {
      worker.unref();
    }
  }

  try {
    await nextReply();
  } catch (failure) {
    await worker.terminate();
    throw failure;
  }
  return {
    write(changes) {
      worker.postMessage(changes);
      return nextReply();
    },
    async close() {
      worker.ref();
      worker.postMessage("close");
      await ended;
    },
    async kill() {
      killed = true;
      await worker.terminate();
    },
  };
}
