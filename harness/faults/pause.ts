/** Suspends the tasks of a simulated process, as SIGSTOP does. Tasks that are added during a pause run when it ends. */
export class Pause {
  #waiting: (() => void)[] | undefined;

  get isOn(): boolean {
    return this.#waiting !== undefined;
  }

  begin(): void {
    this.#waiting ??= [];
  }

  /** Ends the pause and runs the waiting tasks in order. */
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

  /** Resolves when there is no pause. */
  over(): Promise<void> {
    return new Promise((resolve) => this.pass(resolve));
  }
}
