import { assert } from "../../api/errors/assert.ts";
import { reasonOf } from "../../api/errors/reason.ts";
import type { Timeline } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import type { Store } from "../../ports/store.ts";
import { TreeCheck, type TreeReport } from "../merkle/check.ts";
import type { MerkleTree, TreeUpdate } from "../merkle/tree.ts";
import type { Driver } from "./driver.ts";
import { pauseOn } from "./pause.ts";

/** Milliseconds after a failure of the store until the work on the tree continues. */
const retryMilliseconds = 1000;

type Parts = Readonly<{
  driver: Driver;
  tree: MerkleTree;
  store: Store;
  clock: Timeline;
  timeline: Timeline;
  log: Log;
}>;

type Work = "building" | "clearing";

type UpdatePlanner = () => Promise<TreeUpdate | undefined> | undefined;

export class TreeUpkeep {
  readonly #parts: Parts;
  #phase: "idle" | Work | "stopped" = "idle";

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Starts to build the missing parts of the tree, also for a store that was written by a version without Merkle trees;
   * or, without replication, to delete the remains of a dropped tree.
   */
  start(): void {
    const { tree } = this.#parts;
    if (this.#phase !== "idle" || tree.isComplete) return;
    if (this.#isMember) this.#begin("building");
    else if (tree.hasRemains) this.#begin("clearing");
  }

  stop(): void {
    this.#phase = "stopped";
  }

  /** Rebuilds the tree from the store. Resolves when the rebuild has begun; it continues in the background. */
  async reindex(): Promise<void> {
    const { tree, clock, log } = this.#parts;
    await this.#update("building", () => tree.beginBuilding({ reindexedAt: clock.now() }));
    log.info("the merkle tree is rebuilt", {});
    this.start();
  }

  async check(): Promise<TreeReport> {
    const { tree, store, driver, clock, timeline, log } = this.#parts;
    await tree.completed();
    const check = new TreeCheck({ tree, store });
    try {
      const report = await check.run({ between: (task) => driver.between(task), pause: pauseOn(timeline) });
      await this.#update("building", async () =>
        tree.record
          ? tree.withRecord({ ...tree.record, checkedAt: clock.now(), corrupted: report.isCorrupted })
          : undefined,
      );
      if (report.isCorrupted)
        log.warn("the merkle tree is not that of what is stored", { buckets: report.buckets.length });
      return report;
    } finally {
      check.end();
    }
  }

  get #isMember(): boolean {
    return this.#parts.driver.state.role !== "disabled";
  }

  #begin(work: Work): void {
    assert(this.#phase === "idle", "one task at a time changes the tree in the background");
    this.#phase = work;
    void (work === "building" ? this.#build() : this.#clear()).finally(() => {
      assert(this.#phase === work || this.#phase === "stopped", "a task that changes the tree ends once");
      if (this.#phase === work) this.#phase = "idle";
    });
  }

  async #build(): Promise<void> {
    const { tree, timeline, log } = this.#parts;
    const pause = pauseOn(timeline);
    if (tree.record === null)
      await this.#tried("building", () => (tree.record === null ? tree.beginBuilding() : undefined));
    while (!tree.isComplete && this.#phase === "building" && this.#isMember) {
      await pause();
      await this.#tried("building", () => tree.buildNext());
    }
    if (tree.isComplete) log.info("the merkle tree is complete", { keys: tree.keys });
  }

  async #clear(): Promise<void> {
    const { tree, timeline } = this.#parts;
    const pause = pauseOn(timeline);
    while (tree.hasRemains && this.#phase === "clearing" && !this.#isMember) {
      await pause();
      await this.#tried("clearing", () => tree.clearNext());
    }
  }

  async #tried(work: Work, update: UpdatePlanner): Promise<void> {
    const { timeline, log } = this.#parts;
    try {
      await this.#update(work, update);
    } catch (error) {
      if (this.#phase === "stopped") return;
      log.error("the merkle tree could not be built", { reason: reasonOf(error) });
      await new Promise<void>((resolve) => void timeline.at(timeline.now() + retryMilliseconds, resolve));
    }
  }

  #update(work: Work, update: UpdatePlanner): Promise<void> {
    const { driver, store, tree } = this.#parts;
    return driver.between(async () => {
      if (this.#isMember !== (work === "building")) return;
      const next = await update();
      if (!next) return;
      if (next.changes.length > 0) await store.commit(next.changes);
      tree.apply(next);
    });
  }
}
