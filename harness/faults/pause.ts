/** Suspends a process as a stop signal does; what arrives is handled when it resumes. */
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

  /** Runs `task` now, or when the pause ends. */
  pass(task: () => void): void {
    if (this.#waiting) this.#waiting.push(task);
    else task();
  }

  /** Resolves when the process is not paused. */
  over(): Promise<void> {
    return new Promise((resolve) => this.pass(resolve));
  }
}
