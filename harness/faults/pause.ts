/** Lets a process stand still, as when it is stopped by a signal: what is sent to it is taken, and all that comes of it happens when it goes on, in order. */
export class Pause {
  #waiting: (() => void)[] | undefined;

  get isOn(): boolean {
    return this.#waiting !== undefined;
  }

  begin(): void {
    this.#waiting ??= [];
  }

  /** Does what waited, in its order. */
  end(): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    for (const task of waiting) task();
  }

  /** Does `task` now, or as soon as the pause is over. */
  pass(task: () => void): void {
    if (this.#waiting) this.#waiting.push(task);
    else task();
  }

  /** Resolves when there is no pause. */
  over(): Promise<void> {
    return new Promise((resolve) => this.pass(resolve));
  }
}
