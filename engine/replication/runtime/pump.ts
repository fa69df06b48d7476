import { reasonOf } from "../../api/errors/reason.ts";
import { outboundFrames, type PeerMessage, type Source } from "./outbound-frames.ts";
import type { Session } from "./session.ts";

const maxWaiting = 16_384;

type UnderWay = Readonly<{ through: number; characters: number }>;

/**
 * Reads and sends the content of messages to one peer, independently of the steps of the state
 * machine. Some types of messages overtake the others, so that heartbeats continue while much data is
 * sent.
 */
export class Pump {
  readonly #session: Session;
  readonly #source: Omit<Source, "maxFrameCharacters">;
  readonly #failed: (reason: string) => void;
  #waiting: PeerMessage[] = [];
  #underWay: UnderWay[] = [];
  #credit = 0;
  #isRunning = false;
  #copies = 0;
  #acknowledgement = Promise.withResolvers<void>();

  constructor(
    options: Readonly<{
      session: Session;
      source: Omit<Source, "maxFrameCharacters">;
      failed: (reason: string) => void;
    }>,
  ) {
    this.#session = options.session;
    this.#source = options.source;
    this.#failed = options.failed;
  }

  /**
   * Sends `outbound` after all earlier messages, unless its type may overtake them. A copy or comparison replaces the
   * waiting messages.
   */
  push(outbound: PeerMessage): void {
    if (outbound.type === "message" && bypassing.has(outbound.message.type)) {
      this.#session.send({ type: "message", message: outbound.message });
      return;
    }
    // Data that a copy replaces need not be sent; under a new filter they must not be sent.
    if (outbound.type === "diff" || (outbound.type === "message" && outbound.message.type === "copy")) {
      this.#copies += 1;
      this.#waiting = [];
      this.#underWay = [];
      this.#resume();
    }
    if (this.#waiting.length >= maxWaiting) {
      this.#failed("too much waits to be sent");
      return;
    }
    this.#waiting.push(outbound);
    if (!this.#isRunning) void this.#run();
  }

  /**
   * Sets the credit of the peer: the number of unacknowledged characters of entries from which on no further entries
   * are sent.
   */
  granted(characters: number): void {
    this.#credit = characters;
  }

  acknowledged(index: number): void {
    this.#underWay = this.#underWay.filter(({ through }) => through > index);
    this.#resume();
  }

  stop(): void {
    this.#waiting = [];
    this.#resume();
  }

  #resume(): void {
    this.#acknowledgement.resolve();
    this.#acknowledgement = Promise.withResolvers();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    try {
      for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) await this.#send(next);
    } catch (error) {
      this.#waiting = [];
      this.#failed(reasonOf(error));
    } finally {
      this.#isRunning = false;
    }
  }

  async #send(outbound: PeerMessage): Promise<void> {
    const copy = this.#copies;
    const maxFrameCharacters = () => this.#session.outbox.contentCharacters;
    for await (const { text, through } of outboundFrames(outbound, { ...this.#source, maxFrameCharacters })) {
      while (through !== undefined && this.#isFull && this.#isCurrent(copy)) await this.#acknowledgement.promise;
      if (!(await this.#session.outbox.queue(text, { isWanted: () => this.#isCurrent(copy) }))) return;
      if (through !== undefined) this.#underWay.push({ through, characters: text.length });
    }
  }

  get #isFull(): boolean {
    const characters = this.#underWay.reduce((sum, one) => sum + one.characters, 0);
    return this.#underWay.length > 0 && characters >= this.#credit;
  }

  #isCurrent(copy: number): boolean {
    return copy === this.#copies && this.#session.established;
  }
}

const bypassing: ReadonlySet<string> = new Set([
  "heartbeat",
  "deny right",
  "claim",
  "hello",
  "ack",
  "turned",
  "request right",
  "compare",
  "list",
  "fetch",
  "synced",
]);
