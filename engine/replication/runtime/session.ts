import { assert } from "../../api/errors/assert.ts";
import { reasonOf } from "../../api/errors/reason.ts";
import type { Cancel, Timeline } from "../../ports/clock.ts";
import type { Credentials, Link, Wire, WireListener } from "../../ports/link.ts";
import {
  type Frame,
  type FrameOf,
  frame,
  type InquiryFrame,
  type Introduction,
  longestFrame,
  opening,
  partCharacters,
} from "../protocol/frame.ts";
import { type Ending, endingBy, type GoodbyeCode } from "../protocol/goodbye.ts";
import { protocolVersion } from "../protocol/message.ts";
import type { Addresses } from "../protocol/peer.ts";
import { Outbox, type Queued, reportCharacters } from "./outbox.ts";
import { PartsReceived } from "./parts.ts";

/** Maximum milliseconds from the creation of a session to the end of its handshake. */
const handshakeMilliseconds = 10_000;

/** Callbacks to the owner of a session. `ended` is called once, and no callback is called after it. */
export type SessionEvents = Readonly<{
  /** A cluster dialled and introduced itself. The owner replies with `welcome` or `end`. */
  introduced(session: Session, introduction: Introduction): void;
  /**
   * A cluster dialled and sent an inquiry. The owner replies with `answer` or `end`. Absent where no cluster dials in.
   */
  inquired?(session: Session, inquiry: InquiryFrame): void;
  /** The dialled cluster answered this cluster's inquiry. Absent where no inquiry is sent. */
  standing?(session: Session, standing: FrameOf<"standing">): void;
  welcomed(session: Session, welcome: FrameOf<"welcome">): void;
  received(session: Session, frame: Frame): void;
  ended(session: Session, reason: string, ending: Ending): void;
}>;

export type DialOptions = Readonly<{
  introduction: Omit<Introduction, "type" | "protocol"> | Omit<InquiryFrame, "protocol">;
  credentials: Credentials;
  mismatchReason: (certificate: string | undefined) => string | undefined;
}>;

const introductionType = { type: "introduction" } as const;

type HandshakeHandlers = Readonly<{ opened: () => void; answered: (frame: Frame) => void }>;

/**
 * One connection from its handshake to its end. The dialling cluster verifies the key of the dialled cluster before it
 * sends its first frame, and sends no calls or messages before it is admitted.
 */
export class Session {
  readonly listener: WireListener;
  readonly outbox: Outbox;
  readonly #events: SessionEvents;
  readonly #handshake: HandshakeHandlers;
  readonly #deadline: Cancel;
  #wire: Wire | undefined;
  readonly #parts = new PartsReceived();
  #received = 0;
  #reported = 0;
  #phase: "opening" | "introduced" | "established" | "ended" = "opening";

  private constructor(clock: Timeline, events: SessionEvents, part: HandshakeHandlers) {
    this.#events = events;
    this.#handshake = part;
    this.outbox = new Outbox(clock);
    this.#deadline = clock.at(clock.now() + handshakeMilliseconds, () =>
      this.end("the introductions took too long", "busy"),
    );
    this.listener = {
      opened: () => {
        this.outbox.open();
        part.opened();
      },
      received: this.#textReceived.bind(this),
      closed: (reason) => this.#ended(reason),
    };
  }

  static dial(
    clusterAddress: string,
    { introduction, credentials, mismatchReason }: DialOptions,
    { clock, link, events }: Readonly<{ clock: Timeline; link: Link; events: SessionEvents }>,
  ): Session {
    const session: Session = new Session(clock, events, {
      opened() {
        const fault = mismatchReason(session.peer);
        if (fault === undefined) session.send({ ...introductionType, protocol: protocolVersion, ...introduction });
        else session.#refuse(fault);
      },
      answered(answer) {
        if (answer.type === "standing" && events.standing) {
          events.standing(session, answer);
          session.end("it was asked what it knows of the set", "closed");
        } else if (answer.type !== "welcome") {
          session.end("the other end is no primary", "fault");
        } else {
          session.#establish();
          events.welcomed(session, answer);
        }
      },
    });
    try {
      session.#attach(link.dial(clusterAddress, credentials, session.listener));
    } catch (error) {
      session.#ended(reasonOf(error));
    }
    return session;
  }

  static accept(wire: Wire, { clock, events }: Readonly<{ clock: Timeline; events: SessionEvents }>): Session {
    const session: Session = new Session(clock, events, {
      opened() {},
      answered(first) {
        if (first.type === "inquiry" && session.#phase === "opening" && events.inquired) {
          session.#phase = "introduced";
          events.inquired(session, first);
        } else if (first.type !== "introduction" || session.#phase !== "opening") {
          session.end("an introduction is missing", "fault");
        } else {
          session.#phase = "introduced";
          events.introduced(session, first);
        }
      },
    });
    session.#attach(wire);
    session.outbox.open();
    return session;
  }

  /** Answers an inquiry. The inquiring cluster closes the connection. */
  answer(standing: Omit<FrameOf<"standing">, "type" | "protocol">): void {
    this.send({ type: "standing", protocol: protocolVersion, ...standing });
  }

  welcome(
    addresses: Addresses,
    { certificate, keys }: Readonly<{ certificate?: string | undefined; keys?: string | undefined }> = {},
  ): void {
    if (this.#phase === "ended") return;
    this.#establish();
    const given = { ...(certificate === undefined ? {} : { certificate }), ...(keys === undefined ? {} : { keys }) };
    this.send({ type: "welcome", protocol: protocolVersion, addresses, ...given });
  }

  get peer(): string | undefined {
    return this.#wire?.peer;
  }

  /**
   * Sends a frame at once, before all waiting frames; only a long message, call or reply waits until the window has
   * room. Frames are dropped before the connection is open and after its end.
   */
  send(content: Frame): void {
    const text = JSON.stringify(content);
    const isFirstOrLast = content.type !== "message" && content.type !== "call" && content.type !== "reply";
    if (isFirstOrLast || text.length <= partCharacters.least) this.outbox.sendNow(text);
    else void this.outbox.queue(text, { isWanted: () => true }).catch(() => this.#tooLong());
  }

  /** Sends a call or a reply when the window has room. Resolves to true if it was sent, otherwise to false. */
  async sendCall(content: FrameOf<"call" | "reply">, queued: Queued): Promise<boolean> {
    const text = JSON.stringify(content);
    try {
      return await this.outbox.queueCall(text, queued);
    } catch {
      this.#tooLong();
      return false;
    }
  }

  #tooLong(): void {
    this.end("a frame is too long for the link", "fault");
  }

  get established(): boolean {
    return this.#phase === "established";
  }

  end(reason: string, code: GoodbyeCode = "closed"): void {
    if (this.#phase === "ended") return;
    this.send({ type: "goodbye", reason, code });
    this.#wire?.close();
    this.#ended(reason);
  }

  #refuse(reason: string): void {
    this.#wire?.close();
    this.#ended(reason, "misdirected");
  }

  #attach(wire: Wire): void {
    this.#wire = wire;
    this.outbox.attach(wire);
  }

  #establish(): void {
    assert(this.#phase === "opening" || this.#phase === "introduced", "a session is established once, before its end");
    this.#deadline();
    this.#wire?.trust?.();
    this.#phase = "established";
  }

  #textReceived(text: string): void {
    if (this.#phase === "ended") return;
    this.#received += text.length;
    const value = text.length > longestFrame ? undefined : json(text);
    const foreign = this.#phase === "established" ? undefined : foreignProtocol(value);
    if (foreign !== undefined) {
      this.end(`protocol ${protocolVersion} is spoken here, and not ${foreign}`, "protocol");
      return;
    }
    this.#report();
    this.#frameReceived(frame.safeParse(value).data);
  }

  #report(): void {
    if (this.#phase !== "established" || this.#received - this.#reported < reportCharacters) return;
    this.#reported = this.#received;
    this.send({ type: "received", characters: this.#received });
  }

  #frameReceived(content: Frame | undefined): void {
    if (!content) {
      this.end("a frame was not understood", "fault");
    } else if (content.type === "received" && this.#phase === "established") {
      this.outbox.received(content.characters);
    } else if (content.type === "part" && this.#phase === "established") {
      this.#partReceived(content);
    } else if (content.type === "goodbye") {
      this.#wire?.close();
      this.#ended(content.reason, this.#phase === "established" ? "lost" : endingBy(content.code));
    } else if (this.#phase === "established") {
      this.#events.received(this, content);
    } else {
      this.#handshake.answered(content);
    }
  }

  #partReceived(part: FrameOf<"part">): void {
    let whole: string | undefined;
    try {
      whole = this.#parts.take(part);
    } catch (error) {
      this.end(reasonOf(error), "fault");
      return;
    }
    if (whole === undefined) return;
    const content = frame.safeParse(json(whole)).data;
    this.#frameReceived(content?.type === "part" ? undefined : content);
  }

  #ended(reason: string, ending: Ending = "lost"): void {
    if (this.#phase === "ended") return;
    this.#deadline();
    this.#phase = "ended";
    this.outbox.end();
    this.#events.ended(this, reason, ending);
  }
}

function foreignProtocol(value: unknown): number | string | undefined {
  const first = opening.safeParse(value).data;
  if (!first || first.type === "goodbye" || first.protocol === protocolVersion) return undefined;
  return first.protocol ?? "an unknown one";
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
