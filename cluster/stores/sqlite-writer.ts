import { Worker } from "node:worker_threads";
import type { Changes } from "./group-commit.ts";
import type { Synchronous } from "./sqlite-file.ts";
import { StoreFailure, type StoreFailureCode } from "./store-failure.ts";

/** What the writing thread is started with. */
export type WriterTask = Readonly<{ file: string; synchronous: Synchronous; maxPages: number }>;

/** What it says when it has opened the file, and after each transaction. */
export type WriterReply = "done" | Readonly<{ code: StoreFailureCode; message: string }>;

/** The thread that writes a file. */
export type SqliteWriter = Readonly<{
  /** Makes one durable transaction; to be called for one at a time. Rejects with a {@link StoreFailure}. */
  write(changes: Changes): Promise<void>;
  /** Closes the file. */
  close(): Promise<void>;
  /** Ends the thread where it stands; a transaction under way is undone, or done, and never told of. */
  kill(): Promise<void>;
}>;

/** Starts the thread, which opens the file. Rejects with a {@link StoreFailure}; then nothing is left of it. */
export async function startSqliteWriter(task: WriterTask): Promise<SqliteWriter> {
  const worker = new Worker(new URL("./sqlite-writer-thread.ts", import.meta.url), { workerData: task });
  const ended = new Promise<unknown>((resolve) => worker.once("exit", resolve));
  let asked: PromiseWithResolvers<void> | undefined;
  let killed = false;
  worker.on("message", (reply: WriterReply) => {
    if (reply === "done") asked?.resolve();
    else asked?.reject(new StoreFailure(reply.code, reply.message));
  });
  const gone = (cause?: unknown) => {
    if (killed) return;
    asked?.reject(new StoreFailure("lost", `the store ${task.file} is lost: its thread ended`, { cause }));
  };
  worker.on("error", gone);
  worker.on("exit", () => gone());

  /** Resolves with its next word. Only a pending wait keeps the process alive. */
  async function word(): Promise<void> {
    asked = Promise.withResolvers();
    worker.ref();
    try {
      await asked.promise;
    } finally {
      worker.unref();
    }
  }

  try {
    await word();
  } catch (failure) {
    await worker.terminate();
    throw failure;
  }
  return {
    write(changes) {
      worker.postMessage(changes);
      return word();
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
