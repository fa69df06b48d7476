import type { Instant, Timeline } from "../../ports/clock.ts";
import type { Wire } from "../../ports/link.ts";
import { type FrameOf, longestFrame, longestInParts, partCharacters } from "../protocol/frame.ts";
import { abandoned, maxFramesAtOnce } from "./parts.ts";

/**
 * Calls and replies at most that are sent in parts at the same time. Besides them, a frame of the
 * pump and a question of a comparison may be sent in parts.
 */
const maxCallsInParts = maxFramesAtOnce - 3;

/**
 * Characters that may be sent and not received, at first and on the slowest link: 10 kB/s carry
 * them in less time than the heartbeats that may be missed.
 */
const minWindow = 16 * 1024;

/**
 * Characters that may be sent and not received at most: enough to fill a link of 100 ms at 40 MB/s.
 */
const maxWindow = 4 * 1024 * 1024;

/**
 * Characters that the receiver accepts before it reports them: fewer than the smallest window, so
 * that a sender never waits for a report that does not come.
 */
export const reportCharacters = 4 * 1024;

/**
 * Delays in milliseconds, compared with an idle link, up to which the window grows and from which
 * on it shrinks.
 */
const shortDelay = 300;
const longDelay = 1500;

/**
 * Assumed delay of an idle link in milliseconds at most: a longer delay is caused by other data.
 */
const longestIdleDelay = 1000;

/** Sends when there is room, and returns the number of characters sent. */
type Sender = () => number;

/**
 * Limits how much one end of a connection sends before the other has received it. The window grows
 * while data arrive soon, and shrinks when they do not. So no buffer of a slow link fills up, and a
 * heartbeat, which does not wait for room, is late by seconds at most. Senders are served in the
 * order in which they came.
 */
export class SendWindow {
  readonly #clock: Timeline;
  #size = minWindow;
  #sent = 0;
  #received = 0;
  readonly #waiting: Readonly<{ send: Sender; done: () => void }>[] = [];
  #isServing = false;
  /** End of the data that filled the window, and the time at which it was sent. */
  #probe: Readonly<{ sent: number; at: Instant }> | undefined;
  #idleDelay = longestIdleDelay;

  constructor(clock: Timeline) {
    this.#clock = clock;
  }

  /** Characters of a frame that is sent in one piece at most. */
  get wholeCharacters(): number {
    return Math.min(longestFrame, Math.max(partCharacters.least, this.#size / 2));
  }

  /** Characters of each part of a longer frame. */
  get partCharacters(): number {
    return Math.min(partCharacters.most, Math.max(partCharacters.least, this.#size / 4));
  }

  /**
   * Characters of content that a frame should carry: few on a slow link, so that what has arrived
   * is saved before the connection ends.
   */
  get contentCharacters(): number {
    return this.#size * 4;
  }

  /**
   * Calls `send` when there is room and all senders before it are served; immediately if that is so
   * already.
   */
  turn(send: Sender): Promise<void> | undefined {
    if (this.#waiting.length === 0 && this.#hasRoom) {
      this.sent(send());
      return undefined;
    }
    return new Promise((done) => void this.#waiting.push({ send, done }));
  }

  /** Counts characters that were sent, in turn or not. */
  sent(characters: number): void {
    this.#sent += characters;
    // Less data than a full window measure nothing.
    if (!this.#probe && !this.#hasRoom) this.#probe = { sent: this.#sent, at: this.#clock.now() };
  }

  /** Counts the characters that the other end has received since the connection began. */
  received(characters: number): void {
    this.#received = Math.max(this.#received, Math.min(characters, this.#sent));
    this.#measure();
    this.#serve();
  }

  /** Ends the window: all waiting senders are called, and find the connection closed. */
  end(): void {
    this.#received = Number.POSITIVE_INFINITY;
    this.#serve();
  }

  get #hasRoom(): boolean {
    return this.#sent - this.#received < this.#size;
  }

  #serve(): void {
    // A sender that ends the connection calls this method again.
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

/** A frame that waits for its turn. */
export type Queued = Readonly<{
  /** Called before each part: a frame that is no longer wanted is abandoned. */
  isWanted: () => boolean;
  /** Called when the last part was passed to the wire. */
  sent?: () => void;
}>;

/** Sends the frames of one connection: each in its turn, when the send window has room, and in parts where it is long. */
export class Outbox {
  readonly #window: SendWindow;
  #wire: Wire | undefined;
  #phase: "closed" | "open" | "ended" = "closed";
  #framesInParts = 0;
  #callsInParts = 0;
  readonly #waitingCalls: (() => void)[] = [];

  constructor(clock: Timeline) {
    this.#window = new SendWindow(clock);
  }

  /** Characters of content that a frame should carry on this connection. */
  get contentCharacters(): number {
    return this.#window.contentCharacters;
  }

  /** Sets the wire that frames are sent on once the connection is open. */
  attach(wire: Wire): void {
    this.#wire = wire;
  }

  open(): void {
    if (this.#phase === "closed") this.#phase = "open";
  }

  /** Drops all frames that wait. */
  end(): void {
    this.#phase = "ended";
    this.#window.end();
  }

  /** Counts the characters that the other end reports as received. */
  received(characters: number): void {
    this.#window.received(characters);
  }

  /** Sends a frame at once, also where the window has no room. */
  sendNow(text: string): void {
    this.#window.sent(text.length);
    if (this.#phase === "open") this.#wire?.send(text);
  }

  /** Like {@link queue}, for calls and replies. A bounded number of long ones is sent at the same time. */
  async queueCall(text: string, queued: Queued): Promise<boolean> {
    const isLong = text.length > this.#window.wholeCharacters;
    if (isLong) await this.#callTurn();
    try {
      return await this.queue(text, queued);
    } finally {
      if (isLong) this.#callOver();
    }
  }

  /**
   * Sends a frame, given as JSON text, when there is room for it; a long one in parts, with other frames between them. Resolves to true when it was
   * sent. Rejects with a RangeError when it is too long for the link.
   */
  async queue(text: string, { isWanted, sent }: Queued): Promise<boolean> {
    if (text.length > longestInParts)
      throw new RangeError(`a frame of ${text.length} characters is too long for the link`);
    const isWhole = text.length <= this.#window.wholeCharacters;
    const frame = this.#framesInParts;
    if (!isWhole) this.#framesInParts += 1;
    let at = 0;
    for (let number = 0; at < text.length; number++) {
      const drained = this.#drained();
      if (drained) await drained;
      let isSent = false;
      const turn = this.#window.turn(() => {
        isSent = this.#phase !== "ended" && isWanted();
        if (!isSent) return 0;
        const end = isWhole ? text.length : at + this.#window.partCharacters;
        const status = end < text.length ? "more" : "last";
        const part = { type: "part", frame, number, status, text: text.slice(at, end) } satisfies FrameOf<"part">;
        const whole = isWhole ? text : JSON.stringify(part);
        if (this.#phase === "open") this.#wire?.send(whole);
        at = end;
        if (at >= text.length) sent?.();
        return whole.length;
      });
      if (turn) await turn;
      if (isSent) continue;
      if (number > 0) this.sendNow(JSON.stringify(abandoned(frame)));
      return false;
    }
    return true;
  }

  #drained(): Promise<void> | undefined {
    return this.#phase === "ended" ? undefined : this.#wire?.drained?.();
  }

  async #callTurn(): Promise<void> {
    if (this.#callsInParts >= maxCallsInParts) {
      await new Promise<void>((resolve) => void this.#waitingCalls.push(resolve));
    } else this.#callsInParts += 1;
  }

  /** Passes the place of a sent call to the next one. */
  #callOver(): void {
    const next = this.#waitingCalls.shift();
    if (next) next();
    else this.#callsInParts -= 1;
  }
}
