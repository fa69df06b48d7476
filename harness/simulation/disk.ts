import type { LateChange, Store } from "#engine/ports/store.ts";
import { memoryStore } from "#engine/stores/memory-store.ts";
import type { Random } from "./random.ts";
import type { Scheduler } from "./scheduler.ts";

/** Latency of a batch in milliseconds. */
const latency = { least: 0.02, most: 0.4 } as const;

/** Fault of a disk: it has no free space, or batches fail at random. */
export type DiskTrouble = "full" | "failing";

const failureOdds = 0.3;

/** A simulated disk. Its content survives a crash of the cluster, but pending batches may be lost. */
export class Disk {
  readonly #scheduler: Scheduler;
  readonly #random: Random;
  #content = memoryStore();
  #free = 0;
  #slowness = 1;
  #trouble: DiskTrouble | undefined;
  #pending: { cancel: () => void; batch: readonly LateChange[] }[] = [];

  constructor({ scheduler, random }: { scheduler: Scheduler; random: Random }) {
    this.#scheduler = scheduler;
    this.#random = random;
  }

  store(): Required<Store> {
    const content = this.#content;
    const commit = (batch: readonly LateChange[]) => this.#commit(batch);
    return {
      read: (key) => content.read(key),
      range: (range) => content.range(range),
      commit,
      late: { ...content.late, commit },
    };
  }

  async content(): Promise<string> {
    return (await this.#content.range({ prefix: "" })).map((pair) => pair.join("\n")).join("\n");
  }

  /** Multiplies the latency of later batches; 1 is normal. */
  slow(factor: number): void {
    this.#slowness = factor;
  }

  /** Starts a fault that affects pending and later batches; undefined ends it. */
  fail(trouble: DiskTrouble | undefined): void {
    this.#trouble = trouble;
  }

  /** Replaces the content with an empty store. No batch may be pending. */
  lose(): void {
    this.#content = memoryStore();
  }

  async copy(): Promise<readonly LateChange[]> {
    return (await this.#content.range({ prefix: "" })).map(([key, value]) => ({ key, value }));
  }

  /** Replaces the content. No batch may be pending. */
  async replace(content: readonly LateChange[]): Promise<void> {
    this.#content = memoryStore();
    await this.#content.late.commit(content);
  }

  /** Simulates a power failure: stores a random prefix of the pending batches and discards the rest. */
  async loseThePending(): Promise<void> {
    const held = Math.floor(this.#random.between(0, this.#pending.length + 1));
    const pending = this.#pending;
    this.#pending = [];
    this.#free = 0;
    for (const { cancel } of pending) cancel();
    for (const { batch } of pending.slice(0, held)) await this.#content.late.commit(batch);
  }

  #commit(batch: readonly LateChange[]): Promise<void> {
    return new Promise((resolve, reject) => {
      const takes = this.#random.between(latency.least, latency.most) * this.#slowness;
      this.#free = Math.max(this.#free, this.#scheduler.elapsed()) + takes;
      const write = {
        batch,
        cancel: this.#scheduler.after(this.#free - this.#scheduler.elapsed(), () => {
          this.#pending = this.#pending.filter((other) => other !== write);
          if (this.#refuses(batch)) return reject(new Error("the disk cannot write a batch now"));
          resolve(this.#content.late.commit(batch));
        }),
      };
      this.#pending.push(write);
    });
  }

  #refuses(batch: readonly LateChange[]): boolean {
    if (this.#trouble === undefined) return false;
    if (this.#trouble === "failing") return this.#random.fraction() < failureOdds;
    return batch.some(({ value }) => value !== null);
  }
}
