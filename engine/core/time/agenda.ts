import btree from "sorted-btree";
import type { Cancel, Clock, Instant } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import type { Agenda } from "../mounts/mount-type.ts";

type ScheduledTask = Readonly<{ when: Instant; order: number; name: string; task: () => Promise<void> }>;

export class AgendaBook {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #queue = new btree.default<ScheduledTask, true>(undefined, (a, b) => a.when - b.when || a.order - b.order);
  readonly #byName = new Map<string, ScheduledTask>();
  #order = 0;
  #isClosed = false;
  #alarm: { when: Instant; cancel: Cancel } | undefined;

  constructor({ clock, log }: { clock: Clock; log: Log }) {
    this.#clock = clock;
    this.#log = log;
  }

  of(owner: string): Agenda {
    const prefix = `${owner}/`;
    return {
      arrange: (name, when, task) => this.#arrange(prefix + name, when, task),
      cancel: (name) => this.#cancel(prefix + name),
      cancelAll: () => {
        for (const name of [...this.#byName.keys()]) if (name.startsWith(prefix)) this.#cancel(name);
      },
    };
  }

  close(): void {
    this.#isClosed = true;
    this.#queue.clear();
    this.#byName.clear();
    this.#alarm?.cancel();
    this.#alarm = undefined;
  }

  #arrange(name: string, when: Instant, task: () => Promise<void>): void {
    this.#cancel(name);
    if (this.#isClosed) return;
    const scheduled = { when, order: this.#order++, name, task };
    this.#byName.set(name, scheduled);
    this.#queue.set(scheduled, true);
    this.#setAlarm();
  }

  #cancel(name: string): void {
    const scheduled = this.#byName.get(name);
    if (!scheduled) return;
    this.#byName.delete(name);
    this.#queue.delete(scheduled);
  }

  #setAlarm(): void {
    const next = this.#queue.minKey();
    if (!next || (this.#alarm && this.#alarm.when <= next.when)) return;
    this.#alarm?.cancel();
    this.#alarm = { when: next.when, cancel: this.#clock.at(next.when, () => this.#runDue()) };
  }

  #runDue(): void {
    this.#alarm = undefined;
    const now = this.#clock.now();
    for (let next = this.#queue.minKey(); next && next.when <= now; next = this.#queue.minKey()) {
      this.#cancel(next.name);
      const { name, task } = next;
      task().catch((error: unknown) => this.#log.error("an appointment failed", { name, reason: String(error) }));
    }
    this.#setAlarm();
  }
}
