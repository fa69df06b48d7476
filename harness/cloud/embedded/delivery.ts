import type { HttpReply } from "./http-message.ts";

/** Manner of delivering a response that is not delivered immediately. `cut` closes the connection instead. */
export type Delivery = "slow" | "cut" | "out of order";

export type Answered = HttpReply & Readonly<{ delivery?: Delivery }>;

/**
 * Delay of a slow response in milliseconds, and maximum time that an "out of order" response waits for a later call.
 */
const slowMilliseconds = 3000;

export type Carrier = Readonly<{
  send: () => void;
  drop: () => void;
  after: (milliseconds: number, callback: () => void) => void;
}>;

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
