import { setTimeout as passed } from "node:timers/promises";
import { missingCapability } from "#harness/capabilities/missing-capability.ts";
import { runCommand } from "#harness/targets/run-command.ts";
import type { Target } from "#harness/targets/target.ts";

/** Maximum real time that a step waits, in milliseconds. The test runner aborts longer steps. */
const longestWaitMilliseconds = 60_000;
/** Maximum time that a step can let pass on servers whose clocks cannot be moved, in milliseconds. */
const shortWaitMilliseconds = 1_000;

type Clocks = Pick<Target, "name" | "reset" | "timeScale" | "advanceClocks" | "folder">;

/** Milliseconds by which the clocks of shared servers are ahead of real time, by target name. Nothing sets them back. */
const aheadOfShared = new Map<string, number>();

/** The time of the servers of a target: real time, or real time plus what the scenario let pass. */
export class RemoteTime {
  readonly #target: Clocks;
  #ahead: number;

  constructor(target: Clocks) {
    this.#target = target;
    this.#ahead = aheadOfShared.get(target.name) ?? 0;
  }

  /** True if the clocks of the servers can be moved. */
  get isMovable(): boolean {
    return this.#target.advanceClocks !== undefined;
  }

  /** Milliseconds since 1970. */
  readonly now = (): number => Date.now() + this.#ahead;

  /** Lets this much time pass on the servers. Throws `CannotBePlayed` if the target cannot do that in time. */
  async pass(milliseconds: number): Promise<void> {
    const { advanceClocks, timeScale, folder } = this.#target;
    if (advanceClocks) {
      const seconds = String(milliseconds / 1000);
      await runCommand([...advanceClocks, seconds], `move the clocks forward by ${seconds} s`, folder);
      this.#ahead += milliseconds;
      if (this.#target.reset === "clear") aheadOfShared.set(this.#target.name, this.#ahead);
      return;
    }
    if (timeScale === undefined && milliseconds > shortWaitMilliseconds) throw missingCapability("move-time");
    const wait = milliseconds / (timeScale ?? 1);
    if (wait > longestWaitMilliseconds)
      throw missingCapability("move-time", `the wait would be ${Math.round(wait / 1000)} s`);
    await passed(wait);
  }
}
