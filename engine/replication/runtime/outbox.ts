import type { Instant, Timeline } from "../../ports/clock.ts";
import { longestFrame, partCharacters } from "../protocol/frame.ts";

/** Characters that may be under way at first, and on the narrowest link: 10 kB a second carry them in less time than heartbeats may be missed. */
const minWindow = 16 * 1024;

/** Characters that may be under way at most: enough to fill a link of 100 ms at 40 MB a second. */
const maxWindow = 4 * 1024 * 1024;

/** Characters that the receiver takes before it reports them: fewer than the smallest window, so that a sender never waits for a report that does not come. */
export const reportCharacters = 4 * 1024;

/** Milliseconds by which what is under way may be later than on an idle link for the window to grow, and those from which on it shrinks. */
const shortDelay = 300;
const longDelay = 1500;

/** The longest time that an idle link is taken to need, in milliseconds: what takes longer waits behind something. */
const longestIdleDelay = 1000;

/** What wants to send when there is room: it sends, and returns how many characters. */
type Sender = () => number;

/**
 * How much one end of a connection may send before the other has received what was sent before. It grows while all arrives soon and shrinks when it does not, so
 * that on a narrow link no buffer on the way fills and a heartbeat, which does not wait for room, is late by seconds at most. Senders take turns in the order in which they came.
 */
export class SendWindow {
  readonly #clock: Timeline;
  #size = minWindow;
  #sent = 0;
  #received = 0;
  readonly #waiting: Readonly<{ send: Sender; done: () => void }>[] = [];
  #isServing = false;
  /** The last of what filled the window, and when it was sent. */
  #probe: Readonly<{ sent: number; at: Instant }> | undefined;
  #idleDelay = longestIdleDelay;

  constructor(clock: Timeline) {
    this.#clock = clock;
  }

  /** Characters of a frame that goes in one piece at most. */
  get wholeCharacters(): number {
    return Math.min(longestFrame, Math.max(partCharacters.least, this.#size / 2));
  }

  /** Characters of each part of a longer one. */
  get partCharacters(): number {
    return Math.min(partCharacters.most, Math.max(partCharacters.least, this.#size / 4));
  }

  /** Characters of content that a frame should carry: on a narrow link few, so that what has arrived is saved before the connection breaks. */
  get contentCharacters(): number {
    return this.#size * 4;
  }

  /** Has `send` called as soon as there is room and those before it had theirs; at once where that is so already. */
  turn(send: Sender): Promise<void> | undefined {
    if (this.#waiting.length === 0 && this.#hasRoom) {
      this.sent(send());
      return undefined;
    }
    return new Promise((done) => void this.#waiting.push({ send, done }));
  }

  /** So many characters were sent, with or without a turn. */
  sent(characters: number): void {
    this.#sent += characters;
    // What takes less time says nothing of a full window.
    if (!this.#probe && !this.#hasRoom) this.#probe = { sent: this.#sent, at: this.#clock.now() };
  }

  /** The other end has received so many characters since the connection began. */
  received(characters: number): void {
    this.#received = Math.max(this.#received, Math.min(characters, this.#sent));
    this.#measure();
    this.#serve();
  }

  /** Ends it: all who wait have their turn, to find that there is no connection. */
  end(): void {
    this.#received = Number.POSITIVE_INFINITY;
    this.#serve();
  }

  get #hasRoom(): boolean {
    return this.#sent - this.#received < this.#size;
  }

  #serve(): void {
    // A sender that ends the connection calls this again.
    if (this.#isServing) return;
    this.#isServing = true;
    while (this.#hasRoom) {
      const next = this.#waiting.shift();
      if (!next) break;
      this.sent(next.send());
      next.done();
    }
    this.#isServing = false;
  }

  #measure(): void {
    const probe = this.#probe;
    if (!probe || this.#received + reportCharacters <= probe.sent) return;
    this.#probe = undefined;
    const delay = this.#clock.now() - probe.at;
    this.#idleDelay = Math.min(this.#idleDelay, delay);
    if (delay > this.#idleDelay + longDelay) this.#size = Math.max(minWindow, this.#size / 2);
    else if (delay <= this.#idleDelay + shortDelay) this.#size = Math.min(maxWindow, this.#size * 2);
  }
}
