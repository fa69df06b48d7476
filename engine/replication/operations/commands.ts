import { Problem } from "../../api/problem.ts";
import type { Command } from "../machine/command.ts";
import type { Verdict } from "../machine/effects.ts";
import type { Driver } from "../runtime/driver.ts";

/** What an operator is told about a transition that was done. */
export type Done = Readonly<{ warnings: readonly string[] }>;

/** Has the replication machine carry out what operators order. */
export class Commands {
  readonly #driver: Driver;
  readonly #told: () => Promise<void>;

  /** `told` resolves when the rest of the engine knows what has changed. */
  constructor({ driver, told }: Readonly<{ driver: Driver; told: () => Promise<void> }>) {
    this.#driver = driver;
    this.#told = told;
  }

  /** A function makes the command when its turn has come. Rejects with a Problem when the machine refuses. Resolves when the rest of the engine knows, too. */
  async run(command: Command | (() => Command)): Promise<Done> {
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
  async done(verdict: Verdict | undefined): Promise<Done> {
    if (verdict?.accepted === false) throw new Problem(verdict.code, verdict.message);
    await this.#told();
    return { warnings: verdict?.warnings ?? [] };
  }
}
