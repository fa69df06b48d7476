import { Problem } from "../../api/problem.ts";
import type { TreeReport } from "../merkle/check.ts";
import type { MerkleTree } from "../merkle/tree.ts";
import type { Driver } from "../runtime/driver.ts";
import type { TreeUpkeep } from "../runtime/tree-upkeep.ts";
import type { Commands, OperationResult } from "./commands.ts";

type MaintenanceOptions = Readonly<{ commands: Commands; driver: Driver; tree: MerkleTree; upkeep: TreeUpkeep }>;

export class Maintenance {
  readonly #commands: Commands;
  readonly #driver: Driver;
  readonly #tree: MerkleTree;
  readonly #upkeep: TreeUpkeep;

  constructor({ commands, driver, tree, upkeep }: MaintenanceOptions) {
    this.#commands = commands;
    this.#driver = driver;
    this.#tree = tree;
    this.#upkeep = upkeep;
  }

  async reindex(): Promise<OperationResult> {
    this.#expectReplicating();
    await this.#upkeep.reindex();
    return { warnings: ["The Merkle tree is being rebuilt from what is stored; the status shows how far it is."] };
  }

  async merkleCheck(): Promise<TreeReport> {
    this.#expectReplicating();
    return this.#upkeep.check();
  }

  get merkleRoot(): string {
    return this.#tree.root([]);
  }

  /**
   * Begins to rebuild the tree if it is wrong. On a secondary, then dials its primary again, and
   * compares the data of both if the secondary was streaming.
   */
  async recover(): Promise<OperationResult> {
    this.#expectReplicating();
    const { isCorrupted } = await this.#upkeep.check();
    if (isCorrupted) await this.#upkeep.reindex();
    const rebuilt = isCorrupted
      ? "The Merkle tree was not that of what is stored, and is being rebuilt."
      : "The Merkle tree is that of what is stored.";
    const { state } = this.#driver;
    if (state.role !== "secondary") return { warnings: [rebuilt] };
    const { warnings } = await this.#commands.run({ type: "recover" });
    return { warnings: [rebuilt, ...warnings] };
  }

  #expectReplicating(): void {
    if (this.#driver.state.role === "disabled") throw new Problem("refused", "replication is disabled on this cluster");
  }
}
