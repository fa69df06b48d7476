import { Problem } from "../../api/problem.ts";
import type { Command } from "../machine/command.ts";
import type { Verdict } from "../machine/effects.ts";
import type { Driver } from "../runtime/driver.ts";

/** What an operator is told about a transition that was done. */
export type OperationResult = Readonly<{ warnings: readonly string[] }>;

/** Has the replication machine carry out what operators order. */
export class Commands {
  readonly #driver: Driver;
  readonly #delivered: () => Promise<void>;

  /** `told` resolves when the rest of the engine knows what has changed. */
  constructor({ driver, delivered }: Readonly<{ driver: Driver; delivered: () => Promise<void> }>) {
    this.#driver = driver;
    this.#delivered = delivered;
  }

  /** A function makes the command when its turn has come. Rejects with a Problem when the machine refuses. Resolves when the rest of the engine knows, too. */
  async run(command: Command | (() => Command)): Promise<OperationResult> {
    return this.done(await this.submit(command));
  }

  /** The machine's verdict; undefined where the command no longer mattered. */
  submit(command: Command | (() => Command)): Promise<Verdict | undefined> {
    return this.#driver.submit(() => ({
      type: "command",
      command: typeof command === "function" ? command() : command,
    }));
  }

  /** What an operator is told of a verdict. Rejects with a Problem where it is a refusal. */
  async done(verdict: Verdict | undefined): Promise<OperationResult> {
    if (verdict?.accepted === false) throw new Problem(verdict.code, verdict.message);
    await this.#delivered();
    return { warnings: verdict?.warnings ?? [] };
  }
}
