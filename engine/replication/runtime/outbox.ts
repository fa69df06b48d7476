import type { Instant, Timeline } from "../../ports/clock.ts";
import type { Wire } from "../../ports/link.ts";
import { type FrameOf, longestFrame, longestInParts, partCharacters } from "../protocol/frame.ts";
import { abandoned, maxFramesAtOnce } from "./parts.ts";

/**
 * Maximum number of calls and replies that are sent in parts at the same time. Frames of the pump and requests of a
 * comparison may also be sent in parts.
 */
const maxCallsInParts = maxFramesAtOnce - 3;

/** Initial and smallest send window, in characters that are sent and not yet received. */
const minWindow = 16 * 1024;

/** Largest send window in characters: enough to fill a link with a round trip of 100 ms at 40 MB/s. */
const maxWindow = 4 * 1024 * 1024;

/**
 * The receiver reports after this number of characters. It is less than the smallest window, so that a sender never
 * waits for a report that is not sent.
 */
export const reportCharacters = 4 * 1024;

/** The window grows while the additional delay, compared with an idle link, is at most this number of milliseconds. */
const shortDelay = 300;
/** The window shrinks when the additional delay exceeds this number of milliseconds. */
const longDelay = 1500;

/** Maximum delay in milliseconds that is attributed to an idle link: a longer delay is caused by other data. */
const longestIdleDelay = 1000;

type Sender = () => number;

/**
 * Limits how many characters one end of a connection sends before the other end has received them. The window grows
 * while data arrive quickly, and shrinks when they do not, so that the buffers of a slow link do not fill up and delay
 * heartbeats, which do not wait for the window. Senders are served in the order of their calls.
 */
export class SendWindow {
  readonly #clock: Timeline;
  #size = minWindow;
  #sent = 0;
  #received = 0;
  readonly #waiting: Readonly<{ send: Sender; done: () => void }>[] = [];
  #isServing = false;
  #probe: Readonly<{ sent: number; at: Instant }> | undefined;
  #idleDelay = longestIdleDelay;

  constructor(clock: Timeline) {
    this.#clock = clock;
  }

  /** Maximum length in characters of a frame that is sent in one piece. */
  get wholeCharacters(): number {
    return Math.min(longestFrame, Math.max(partCharacters.least, this.#size / 2));
  }

  /** Maximum number of characters of content in each part of a longer frame. */
  get partCharacters(): number {
    return Math.min(partCharacters.most, Math.max(partCharacters.least, this.#size / 4));
  }

  /**
   * Maximum number of characters of content that a frame should contain: few on a slow link, so that received content
   * is saved before the connection may end.
   */
  get contentCharacters(): number {
    return this.#size * 4;
  }

  /**
   * Calls `send` when the window has room and all earlier senders are served. Calls it synchronously and returns
   * undefined if that is already the case.
   */
  turn(send: Sender): Promise<void> | undefined {
    if (this.#waiting.length === 0 && this.#hasRoom) {
      this.sent(send());
      return undefined;
    }
    return new Promise((done) => void this.#waiting.push({ send, done }));
  }

  /** Counts characters that were sent, whether they waited for the window or not. */
  sent(characters: number): void {
    this.#sent += characters;
    // Only the delay of a full window is measured.
    if (!this.#probe && !this.#hasRoom) this.#probe = { sent: this.#sent, at: this.#clock.now() };
  }

  received(characters: number): void {
    this.#received = Math.max(this.#received, Math.min(characters, this.#sent));
    this.#measure();
    this.#serve();
  }

  /** Ends the window: all waiting senders are called, and must check that the connection is closed. */
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

export type Queued = Readonly<{
  /** Called before each part is sent: if it returns false, the frame is abandoned. */
  isWanted: () => boolean;
  /** Called when the last part was passed to the wire. */
  sent?: () => void;
}>;

/**
 * Sends the frames of one connection. Queued frames wait until the send window has room; long ones are sent in parts.
 */
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

  get contentCharacters(): number {
    return this.#window.contentCharacters;
  }

  attach(wire: Wire): void {
    this.#wire = wire;
  }

  open(): void {
    if (this.#phase === "closed") this.#phase = "open";
  }

  end(): void {
    this.#phase = "ended";
    this.#window.end();
  }

  received(characters: number): void {
    this.#window.received(characters);
  }

  /** Sends a frame at once, even if the window has no room. */
  sendNow(text: string): void {
    this.#window.sent(text.length);
    if (this.#phase === "open") this.#wire?.send(text);
  }

  /** Like {@link queue}, for calls and replies. Only a limited number of long ones is sent at the same time. */
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
   * Sends a frame, given as JSON text, when the window has room. A long frame is sent in parts, and
   * other frames are sent between them. Resolves to false if the frame was abandoned, otherwise to
   * true. Rejects with a RangeError if it is too long for the link.
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

  #callOver(): void {
    const next = this.#waitingCalls.shift();
    if (next) next();
    else this.#callsInParts -= 1;
  }
}
