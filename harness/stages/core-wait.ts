import { existsSync, readFileSync } from "node:fs";

type Reading = Readonly<{ passed: number; waited: number }>;

/** Minimum milliseconds without a core, and minimum share of the time, that can make a server seem too slow. */
const minMilliseconds = 2000;
const minShare = 0.5;

export class CoreWait {
  readonly #read: () => Reading;
  readonly #before: Reading;

  constructor(read = readingOfThread) {
    this.#read = read;
    this.#before = read();
  }

  /**
   * Returns a message if this thread waited for a core for at least half of the time since the construction of this
   * object, and at least 2 s in total; otherwise undefined.
   */
  get overload(): string | undefined {
    const { passed, waited } = this.#read();
    const total = passed - this.#before.passed;
    const without = waited - this.#before.waited;
    if (without < minMilliseconds || without < total * minShare) return undefined;
    const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
    return `the computer is overloaded: for ${seconds(without)} of the step's ${seconds(total)}, no core was free`;
  }
}

/** Only Linux reports this delay; elsewhere `waited` is 0. */
function readingOfThread(): Reading {
  const file = "/proc/thread-self/schedstat";
  const nanoseconds = existsSync(file) ? Number(readFileSync(file, "utf8").split(" ")[1]) : 0;
  return { passed: performance.now(), waited: nanoseconds / 1e6 };
}
