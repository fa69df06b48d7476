import { Problem } from "../../api/problem.ts";
import type { Command } from "../machine/command.ts";
import type { Verdict } from "../machine/effects.ts";
import type { Driver } from "../runtime/driver.ts";

export type OperationResult = Readonly<{ warnings: readonly string[] }>;

export class Commands {
  readonly #driver: Driver;
  readonly #delivered: () => Promise<void>;

  constructor({ driver, delivered }: Readonly<{ driver: Driver; delivered: () => Promise<void> }>) {
    this.#driver = driver;
    this.#delivered = delivered;
  }

  /**
   * Submits a command. A function is called for the command after all earlier inputs are handled. Resolves when the
   * core has been notified. Rejects with a Problem when the state machine refuses the command.
   */
  async run(command: Command | (() => Command)): Promise<OperationResult> {
    return this.done(await this.submit(command));
  }

  submit(command: Command | (() => Command)): Promise<Verdict | undefined> {
    return this.#driver.submit(() => ({
      type: "command",
      command: typeof command === "function" ? command() : command,
    }));
  }

  /**
   * Returns the response for a command's verdict, after the core has been notified. Rejects with a Problem if the
   * command was refused.
   */
  async done(verdict: Verdict | undefined): Promise<OperationResult> {
    if (verdict?.accepted === false) throw new Problem(verdict.code, verdict.message);
    await this.#delivered();
    return { warnings: verdict?.warnings ?? [] };
  }
}
