import { createReadStream } from "node:fs";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Event, Heading } from "#harness/history/event.ts";
import { whyNotWritten } from "#harness/reports/disk-full.ts";
import { makeFolder } from "#harness/reports/make-folder.ts";
import { writeOwnerOnly } from "#harness/reports/owner-only.ts";
import { renderHistories } from "#harness/reports/page/histories.ts";
import { readDrawn } from "#harness/reports/page/lanes/read-drawn.ts";
import { HistoryFile, type HistoryFileOptions, type HistoryFileState } from "./history-file.ts";

/** A listener that is so far behind is let go, in bytes. */
const maxBehindBytes = 16 * 1024 * 1024;

/** The history of clusters that stand for a while: a file that grows, its readers, and the page that is made of it at the end. */
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

  /** Begins a history in `folder`, which is made where it is not there. */
  static async begin(folder: string, heading: Heading, options: HistoryFileOptions): Promise<HistoryRecording> {
    makeFolder(folder);
    return new HistoryRecording(folder, heading, options);
  }

  /** What of it is written, what waits, and why. */
  get state(): HistoryFileState {
    return this.#file.state;
  }

  /** To be told of every event. */
  readonly take = (event: Event): void => {
    const line = JSON.stringify(event);
    this.#file.add(line);
    for (const listener of this.#listeners) {
      if (listener.writableLength > maxBehindBytes) listener.destroy(new Error("the reader is too slow"));
      else listener.write(`${line}\n`);
    }
  };

  /** All events so far, a line each; with `follow` those to come, too, until the history or the reader ends. */
  read({ follow }: Readonly<{ follow: boolean }>): Readable {
    // What happens from here on comes after what the file holds now.
    const { length, waiting } = this.#file.flush();
    const past = Readable.from(pieces(this.#path, length, waiting), { objectMode: false });
    if (!follow) return past;
    const [told, coming] = [new PassThrough(), new PassThrough()];
    this.#listeners.add(coming);
    coming.on("close", () => this.#listeners.delete(coming));
    told.on("close", () => coming.destroy());
    void pipeline(past, told, { end: false })
      .then(() => pipeline(coming, told))
      .catch(() => told.destroy());
    return told;
  }

  /** Writes the page of what is written; the history is over. `trouble` says why not all is written, such as on a full disk. */
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

/** What is in the file, up to a length, and what is to follow there. */
async function* pieces(path: string, length: number, waiting: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  if (length > 0) yield* createReadStream(path, { end: length - 1 });
  yield* waiting;
}
