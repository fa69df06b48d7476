import { Problem } from "../../api/problem.ts";
import type { Command } from "../machine/command.ts";
import type { Verdict } from "../machine/effects.ts";
import type { Driver } from "../runtime/driver.ts";

/** Response to an operator after a command. */
export type OperationResult = Readonly<{ warnings: readonly string[] }>;

/** Passes commands of operators to the state machine. */
export class Commands {
  readonly #driver: Driver;
  readonly #delivered: () => Promise<void>;

  /** `delivered` resolves when the core has been notified of all changes. */
  constructor({ driver, delivered }: Readonly<{ driver: Driver; delivered: () => Promise<void> }>) {
    this.#driver = driver;
    this.#delivered = delivered;
  }

  /**
   * Runs a command; a function creates it when all inputs before it are handled. Resolves when the
   * core has been notified. Rejects with a Problem when the state machine refuses.
   */
  async run(command: Command | (() => Command)): Promise<OperationResult> {
    return this.done(await this.submit(command));
  }

  /** Resolves to the result of a command; undefined when it no longer mattered. */
  submit(command: Command | (() => Command)): Promise<Verdict | undefined> {
    return this.#driver.submit(() => ({
      type: "command",
      command: typeof command === "function" ? command() : command,
    }));
  }

  /** Returns the response to a command's verdict, once its effects are delivered. Rejects with a Problem if the command was refused. */
  async done(verdict: Verdict | undefined): Promise<OperationResult> {
    if (verdict?.accepted === false) throw new Problem(verdict.code, verdict.message);
    await this.#delivered();
    return { warnings: verdict?.warnings ?? [] };
  }
}
