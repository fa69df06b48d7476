/** Delays the tasks of a simulated process while it is paused, as SIGSTOP does. */
export class Pause {
  #waiting: (() => void)[] | undefined;

  get isOn(): boolean {
    return this.#waiting !== undefined;
  }

  begin(): void {
    this.#waiting ??= [];
  }

  /** Ends the pause and runs the waiting tasks in the order in which they were passed. */
  end(): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    for (const task of waiting) task();
  }

  /** Runs `task` at once, or when the current pause ends. */
  pass(task: () => void): void {
    if (this.#waiting) this.#waiting.push(task);
    else task();
  }

  /** Resolves at once, or when the current pause ends. */
  over(): Promise<void> {
    return new Promise((resolve) => this.pass(resolve));
  }
}
