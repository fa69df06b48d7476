import type { HttpReply } from "./http-message.ts";

/** How an answer gets to its caller, where not at once. */
export type Delivery = "slow" | "cut" | "out of order";

/** An answer, and how it gets to the caller; at once where that is not said. */
export type Answered = HttpReply & Readonly<{ delivery?: Delivery }>;

/** How late a slow answer is, and how long one waits at most for another to overtake it. Less than clients of the provider wait. */
const slowMilliseconds = 3000;

/** What an answer can be delivered by. */
export type Carrier = Readonly<{
  /** Gives the answer to the caller. */
  send: () => void;
  /** Breaks the caller's connection. */
  drop: () => void;
  /** Calls back after so many milliseconds of the cloud's time. */
  after: (milliseconds: number, callback: () => void) => void;
}>;

/** Delivers the answers of one cloud as its faults say. */
export class Deliveries {
  readonly #held: (() => void)[] = [];

  deliver(delivery: Delivery | undefined, { send, drop, after }: Carrier): void {
    if (delivery === "cut") drop();
    else if (delivery === "slow") after(slowMilliseconds, send);
    else if (delivery === "out of order") this.#hold({ send, after });
    else {
      send();
      for (const overtaken of this.#held.splice(0)) overtaken();
    }
  }

  #hold({ send, after }: Pick<Carrier, "send" | "after">): void {
    let isSent = false;
    const once = () => {
      if (!isSent) send();
      isSent = true;
    };
    this.#held.push(once);
    after(slowMilliseconds, once);
  }
}
