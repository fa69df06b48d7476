import type { Timeline } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import type { Store } from "../../ports/store.ts";
import { TreeCheck, type TreeReport } from "../merkle/check.ts";
import type { MerkleTree, TreeUpdate } from "../merkle/tree.ts";
import type { Driver } from "./driver.ts";
import { pauseOn } from "./pause.ts";

/** Milliseconds until building continues after the store failed. */
const retryMilliseconds = 1000;

type Parts = Readonly<{
  driver: Driver;
  tree: MerkleTree;
  store: Store;
  clock: Timeline;
  timeline: Timeline;
  log: Log;
}>;

/**
 * Builds, rebuilds and checks the Merkle tree, between steps of the state machine and in small
 * parts, so that writes continue.
 */
export class TreeUpkeep {
  readonly #parts: Parts;
  #isBuilding = false;
  #hasStopped = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Builds the rest of the tree, also for a store from before there were trees. */
  start(): void {
    const { tree, driver } = this.#parts;
    if (this.#isBuilding || this.#hasStopped || tree.isComplete) return;
    const isDisabled = driver.state.role === "disabled";
    if (isDisabled && !tree.hasRemains) return;
    this.#isBuilding = true;
    void (isDisabled ? this.#clear() : this.#build()).finally(() => {
      this.#isBuilding = false;
    });
  }

  stop(): void {
    this.#hasStopped = true;
  }

  /**
   * Rebuilds the tree from the store. Resolves when the rebuild has begun; it continues in the
   * background.
   */
  async reindex(): Promise<void> {
    const { tree, clock, log } = this.#parts;
    await this.#between(() => tree.beginBuilding({ reindexedAt: clock.now() }));
    log.info("the merkle tree is rebuilt", {});
    this.start();
  }

  /** Compares the tree with the store, and stores the result. */
  async check(): Promise<TreeReport> {
    const { tree, store, driver, clock, timeline, log } = this.#parts;
    await tree.completed();
    const check = new TreeCheck({ tree, store });
    try {
      const report = await check.run({ between: (task) => driver.between(task), pause: pauseOn(timeline) });
      await this.#between(async () =>
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

  async #build(): Promise<void> {
    const { tree, driver, timeline, log } = this.#parts;
    const pause = pauseOn(timeline);
    if (tree.record === null)
      await this.#tried(() => (tree.record === null ? tree.beginBuilding() : Promise.resolve(undefined)));
    while (!tree.isComplete && !this.#hasStopped && driver.state.role !== "disabled") {
      await pause();
      await this.#tried(() => tree.buildNext());
    }
    if (tree.isComplete) log.info("the merkle tree is complete", { keys: tree.keys });
  }

  /** Deletes the tree of a cluster that has left its set. */
  async #clear(): Promise<void> {
    const { tree, driver, timeline } = this.#parts;
    const pause = pauseOn(timeline);
    while (tree.hasRemains && !this.#hasStopped && driver.state.role === "disabled") {
      await pause();
      await this.#tried(() => tree.clearNext(), "disabled");
    }
  }

  async #tried(grow: () => Promise<TreeUpdate | undefined>, role: "any" | "disabled" = "any"): Promise<void> {
    const { timeline, log } = this.#parts;
    try {
      await this.#between(grow, role);
    } catch (error) {
      if (this.#hasStopped) return;
      log.error("the merkle tree could not be built", { reason: error instanceof Error ? error.message : "" });
      await new Promise<void>((resolve) => void timeline.at(timeline.now() + retryMilliseconds, resolve));
    }
  }

  /** Updates the tree if this cluster is part of a set, or not, as `role` says. */
  #between(grow: () => Promise<TreeUpdate | undefined>, role: "any" | "disabled" = "any"): Promise<void> {
    const { driver, store, tree } = this.#parts;
    return driver.between(async () => {
      if ((driver.state.role === "disabled") !== (role === "disabled")) return;
      const growth = await grow();
      if (!growth) return;
      if (growth.changes.length > 0) await store.commit(growth.changes);
      tree.apply(growth);
    });
  }
}
