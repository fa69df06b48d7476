import { createReadStream } from "node:fs";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { whyNotWritten } from "#harness/files/disk-full.ts";
import { makeFolder } from "#harness/files/make-folder.ts";
import { writeOwnerOnly } from "#harness/files/owner-only.ts";
import type { Event, Heading } from "#harness/history/event.ts";
import { renderHistories } from "#harness/reports/page/histories.ts";
import { readDrawn } from "#harness/reports/page/lanes/read-drawn.ts";
import { HistoryFile, type HistoryFileOptions, type HistoryFileState } from "./history-file.ts";

/** Maximum number of bytes that may wait for one reader. A slower reader is disconnected. */
const maxBehindBytes = 16 * 1024 * 1024;

/** History of long-running clusters: a growing file, its readers, and a report page that is written at the end. */
export class HistoryRecording {
  readonly #path: string;
  readonly #page: string;
  readonly #file: HistoryFile;
  readonly #listeners = new Set<PassThrough>();

  private constructor(folder: string, heading: Heading, options: HistoryFileOptions) {
    this.#path = join(folder, "history.ndjson");
    this.#page = join(folder, "index.html");
    this.#file = new HistoryFile(this.#path, options);
    this.#file.add(JSON.stringify(heading));
  }

  /** Starts a history in `folder`, which is created if it does not exist. */
  static async begin(folder: string, heading: Heading, options: HistoryFileOptions): Promise<HistoryRecording> {
    makeFolder(folder);
    return new HistoryRecording(folder, heading, options);
  }

  get state(): HistoryFileState {
    return this.#file.state;
  }

  readonly take = (event: Event): void => {
    const line = JSON.stringify(event);
    this.#file.add(line);
    for (const listener of this.#listeners) {
      if (listener.writableLength > maxBehindBytes) listener.destroy(new Error("the reader is too slow"));
      else listener.write(`${line}\n`);
    }
  };

  /** Returns the heading and all events so far, one per line. With `follow`, the stream continues with later events. */
  read({ follow }: Readonly<{ follow: boolean }>): Readable {
    // Later events follow the current content of the file.
    const { length, waiting } = this.#file.flush();
    const past = Readable.from(contentOf(this.#path, length, waiting), { objectMode: false });
    if (!follow) return past;
    const [output, later] = [new PassThrough(), new PassThrough()];
    this.#listeners.add(later);
    later.on("close", () => this.#listeners.delete(later));
    output.on("close", () => later.destroy());
    void pipeline(past, output, { end: false })
      .then(() => pipeline(later, output))
      .catch(() => output.destroy());
    return output;
  }

  /**
   * Ends the history and writes its page. `broken`: the violated rules. `trouble`: why the history or its page is
   * incomplete.
   */
  async end(): Promise<Readonly<{ page: string; broken: readonly string[]; trouble: string | undefined }>> {
    for (const listener of this.#listeners) listener.end();
    const trouble = this.#file.close();
    const drawn = await readDrawn(this.#path);
    const broken = drawn?.broken.map(({ checker, sentence }) => `${checker}: ${sentence}`) ?? [];
    try {
      writeOwnerOnly(this.#page, renderHistories(drawn ? [drawn] : []));
    } catch (error) {
      const why = whyNotWritten(error);
      if (why === undefined) throw error;
      return { page: this.#page, broken, trouble: trouble ?? why };
    }
    return { page: this.#page, broken, trouble };
  }
}

async function* contentOf(path: string, length: number, waiting: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  if (length > 0) yield* createReadStream(path, { end: length - 1 });
  yield* waiting;
}
