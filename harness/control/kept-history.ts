import { createReadStream } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Event, Heading } from "#harness/history/event.ts";
import { LineFile } from "#harness/history/line-file.ts";
import { renderHistories } from "#harness/reports/page/histories.ts";
import { readDrawn } from "#harness/reports/page/lanes/read-drawn.ts";

/** A listener that is so far behind is let go, in bytes. */
const maxBehindBytes = 16 * 1024 * 1024;

/** The history of clusters that stand for a while: a file that grows, its readers, and the page that is made of it at the end. */
export class KeptHistory {
  readonly #path: string;
  readonly #page: string;
  readonly #file: LineFile;
  readonly #listeners = new Set<PassThrough>();

  private constructor(folder: string, heading: Heading) {
    this.#path = join(folder, "history.ndjson");
    this.#page = join(folder, "index.html");
    this.#file = new LineFile(this.#path);
    this.#file.add(JSON.stringify(heading));
  }

  /** Begins a history in `folder`, which is made where it is not there. */
  static async begin(folder: string, heading: Heading): Promise<KeptHistory> {
    await mkdir(folder, { recursive: true });
    return new KeptHistory(folder, heading);
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
    const length = this.#file.flush();
    const past = createReadStream(this.#path, { end: length - 1 });
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

  /** Writes the page; the history is over. Throws why a file is not whole, such as on a full disk. */
  async end(): Promise<Readonly<{ page: string; broken: readonly string[] }>> {
    for (const listener of this.#listeners) listener.end();
    this.#file[Symbol.dispose]();
    const drawn = await readDrawn(this.#path);
    await writeFile(this.#page, renderHistories(drawn ? [drawn] : []));
    return { page: this.#page, broken: drawn?.broken.map(({ checker, sentence }) => `${checker}: ${sentence}`) ?? [] };
  }
}
