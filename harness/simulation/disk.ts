import type { LateChange, Store } from "#engine/ports/store.ts";
import { memoryStore } from "#engine/stores/memory-store.ts";
import type { Random } from "./random.ts";
import type { Scheduler } from "./scheduler.ts";

/** How long a batch takes to be durable, in milliseconds: a good solid-state disk. */
const latency = { least: 0.02, most: 0.4 } as const;

/** What a disk answers to a batch: it has no room, or fails now and then. */
export type DiskTrouble = "full" | "failing";

/** The odds that a failing disk fails a batch. */
const failureOdds = 0.3;

/** A simulated disk: what is on it survives its cluster, what was still on its way when the cluster died may or may not. */
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

  /** The disk as the cluster sees it. */
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

  /** All that is on it, as it is found when it is taken out. */
  async content(): Promise<string> {
    return (await this.#content.range({ prefix: "" })).map((pair) => pair.join("\n")).join("\n");
  }

  /** Multiplies how long every batch from now on takes; 1 is usual. */
  slow(factor: number): void {
    this.#slowness = factor;
  }

  /** What becomes of batches from now on; undefined is usual. */
  fail(trouble: DiskTrouble | undefined): void {
    this.#trouble = trouble;
  }

  /** The disk is lost, and an empty one stands in its place. Nothing may be under way. */
  lose(): void {
    this.#content = memoryStore();
  }

  /** A copy of what is on it, which stays as it is. */
  async copy(): Promise<readonly LateChange[]> {
    return (await this.#content.range({ prefix: "" })).map(([key, value]) => ({ key, value }));
  }

  /** A disk with this content stands in its place. Nothing may be under way. */
  async replace(content: readonly LateChange[]): Promise<void> {
    this.#content = memoryStore();
    await this.#content.late.commit(content);
  }

  /** Power fails: of the batches on their way, the first few hold and the rest are gone, as chance will have it. */
  async loseThePending(): Promise<void> {
    const held = Math.floor(this.#random.between(0, this.#pending.length + 1));
    const pending = this.#pending;
    this.#pending = [];
    this.#free = 0;
    for (const { cancel } of pending) cancel();
    for (const { batch } of pending.slice(0, held)) await this.#content.late.commit(batch);
  }

  /** One batch after the other: they take effect in the order in which they were handed over. */
  #commit(batch: readonly LateChange[]): Promise<void> {
    return new Promise((resolve, reject) => {
      const takes = this.#random.between(latency.least, latency.most) * this.#slowness;
      this.#free = Math.max(this.#free, this.#scheduler.elapsed()) + takes;
      const write = {
        batch,
        cancel: this.#scheduler.after(this.#free - this.#scheduler.elapsed(), () => {
          this.#pending = this.#pending.filter((other) => other !== write);
          if (this.#refuses(batch)) return reject(new Error("no batch can be written to this disk now"));
          resolve(this.#content.late.commit(batch));
        }),
      };
      this.#pending.push(write);
    });
  }

  /** What only deletes needs no room. */
  #refuses(batch: readonly LateChange[]): boolean {
    if (this.#trouble === undefined) return false;
    if (this.#trouble === "failing") return this.#random.fraction() < failureOdds;
    return batch.some(({ value }) => value !== null);
  }
}
