/** Holds back what comes to a process while it is paused, as when it is stopped by a signal; then all of it happens at once, in order. */
export class Pause {
  #held: (() => void)[] | undefined;

  begin(): void {
    this.#held ??= [];
  }

  end(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const task of held) task();
  }

  /** Does `task` now, or when the pause is over. */
  pass(task: () => void): void {
    if (this.#held) this.#held.push(task);
    else task();
  }
}
