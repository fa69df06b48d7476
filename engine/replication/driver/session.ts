import type { Cancel, Timeline } from "../../ports/clock.ts";
import type { Credentials, Link, Wire, WireListener } from "../../ports/link.ts";
import { protocolVersion } from "../machine/message.ts";
import type { Addresses } from "../machine/peer.ts";
import { type Frame, type FrameOf, frame, type Introduction, longestFrame, opening } from "./frame.ts";
import { givenUp, inParts, PartsReceived } from "./parts.ts";

/** Milliseconds from dialling or being dialled to the end of the introductions. */
const handshakeMilliseconds = 10_000;

/** What the owner of a session is told. After `ended`, which comes once, nothing more. */
export type SessionEvents = Readonly<{
  /** A cluster dialled us and says who it is: answer with `welcome` or `end`. */
  introduced(session: Session, introduction: Introduction): void;
  /** The cluster that we dialled took us in. */
  welcomed(session: Session, welcome: FrameOf<"welcome">): void;
  /** A frame came after the introductions. */
  received(session: Session, frame: Frame): void;
  /** `isRefused` says that the other end refused this cluster before it took it in. */
  ended(session: Session, reason: string, isRefused: boolean): void;
}>;

/** How a cluster dials: as whom, what it shows, and how it knows the other end. */
export type Dialling = Readonly<{
  introduction: Omit<Introduction, "type" | "protocol">;
  credentials: Credentials;
  /** Why the cluster that showed this certificate is not the one that is meant; undefined where it is. */
  faultOf: (certificate: string | undefined) => string | undefined;
}>;

/** What the introductions differ in between the one who dials and the one who is dialled. */
type Part = Readonly<{ opened: () => void; greeted: (frame: Frame) => void }>;

/**
 * One wire from its introductions to its end. Both ends have proved their keys before it is open. The dialler says nothing before it has found that the
 * other end's key is the one that it means, and nothing but who it is before it is taken in.
 */
export class Session {
  readonly listener: WireListener;
  readonly #events: SessionEvents;
  readonly #part: Part;
  readonly #deadline: Cancel;
  #wire: Wire | undefined;
  #open = false;
  readonly #parts = new PartsReceived();
  #framesInParts = 0;
  #phase: "opening" | "introduced" | "established" | "ended" = "opening";

  private constructor(clock: Timeline, events: SessionEvents, part: Part) {
    this.#events = events;
    this.#part = part;
    this.#deadline = clock.at(clock.now() + handshakeMilliseconds, () => this.end("the introductions took too long"));
    this.listener = {
      opened: () => {
        this.#open = true;
        part.opened();
      },
      received: (text) => this.#received(text),
      closed: (reason) => this.#ended(reason),
    };
  }

  /** Dials `clusterAddress` and introduces this cluster there. */
  static dial(
    clusterAddress: string,
    { introduction, credentials, faultOf }: Dialling,
    { clock, link, events }: Readonly<{ clock: Timeline; link: Link; events: SessionEvents }>,
  ): Session {
    const session: Session = new Session(clock, events, {
      opened() {
        const fault = faultOf(session.peer);
        if (fault === undefined) session.send({ type: "introduction", protocol: protocolVersion, ...introduction });
        else session.#refuse(fault);
      },
      greeted(answer) {
        if (answer.type !== "welcome") {
          session.end("the other end is no primary");
        } else {
          session.#establish();
          events.welcomed(session, answer);
        }
      },
    });
    try {
      session.#attach(link.dial(clusterAddress, credentials, session.listener));
    } catch (error) {
      session.#ended(error instanceof Error ? error.message : "dialling failed");
    }
    return session;
  }

  /** Waits for the introduction of the cluster that dialled us on `wire`. */
  static accept(wire: Wire, { clock, events }: Readonly<{ clock: Timeline; events: SessionEvents }>): Session {
    const session: Session = new Session(clock, events, {
      opened() {},
      greeted(first) {
        if (first.type !== "introduction" || session.#phase !== "opening") {
          session.end("an introduction is missing");
        } else {
          session.#phase = "introduced";
          events.introduced(session, first);
        }
      },
    });
    session.#attach(wire);
    session.#open = true;
    return session;
  }

  /** Accepts the cluster that introduced itself. */
  welcome(
    addresses: Addresses,
    { certificate, keys }: Readonly<{ certificate?: string | undefined; keys?: string | undefined }> = {},
  ): void {
    if (this.#phase === "ended") return;
    this.#establish();
    const given = { ...(certificate === undefined ? {} : { certificate }), ...(keys === undefined ? {} : { keys }) };
    this.send({ type: "welcome", protocol: protocolVersion, addresses, ...given });
  }

  /** The certificate of the other end; see {@link Wire.peer}. */
  get peer(): string | undefined {
    return this.#wire?.peer;
  }

  /** Sends a frame, in parts where it is long. What is sent before the beginning or after the end is lost. */
  send(content: Frame): void {
    const text = JSON.stringify(content);
    try {
      const parts = inParts(text, this.#framesInParts);
      if (parts) this.#framesInParts += 1;
      for (const part of parts ?? [text]) this.#sendText(typeof part === "string" ? part : JSON.stringify(part));
    } catch {
      this.end("a frame is too long for the link");
    }
  }

  /**
   * Sends a frame that is JSON text already, and waits before each part of a long one until the wire has drained: other frames may go between them.
   * Resolves to whether it was sent: where `isWanted` says no, it is given up.
   */
  async sendSlowly(text: string, isWanted: () => boolean): Promise<boolean> {
    const frame = this.#framesInParts;
    const parts = inParts(text, frame);
    if (parts) this.#framesInParts += 1;
    for (const [number, part] of (parts ?? [text]).entries()) {
      const drained = this.#drained();
      if (drained) await drained;
      if (!isWanted()) {
        if (number > 0) this.send(givenUp(frame));
        return false;
      }
      this.#sendText(typeof part === "string" ? part : JSON.stringify(part));
    }
    return true;
  }

  #sendText(text: string): void {
    if (this.#open && this.#phase !== "ended") this.#wire?.send(text);
  }

  #drained(): Promise<void> | undefined {
    return this.#phase === "ended" ? undefined : this.#wire?.drained?.();
  }

  get established(): boolean {
    return this.#phase === "established";
  }

  /** Says goodbye and closes. */
  end(reason: string): void {
    if (this.#phase === "ended") return;
    this.send({ type: "goodbye", reason });
    this.#wire?.close();
    this.#ended(reason);
  }

  /** Closes without a word: the other end is none to speak to. */
  #refuse(reason: string): void {
    this.#wire?.close();
    this.#ended(reason, true);
  }

  #attach(wire: Wire): void {
    this.#wire = wire;
  }

  #establish(): void {
    this.#deadline();
    this.#wire?.trust?.();
    this.#phase = "established";
  }

  #received(text: string): void {
    if (this.#phase === "ended") return;
    const value = text.length > longestFrame ? undefined : json(text);
    const foreign = this.#phase === "established" ? undefined : foreignProtocol(value);
    if (foreign !== undefined) {
      this.end(`protocol ${protocolVersion} is spoken here, and not ${foreign}`);
      return;
    }
    this.#taken(frame.safeParse(value).data);
  }

  #taken(content: Frame | undefined): void {
    if (!content) {
      this.end("a frame was not understood");
    } else if (content.type === "part" && this.#phase === "established") {
      this.#partComes(content);
    } else if (content.type === "goodbye") {
      this.#wire?.close();
      this.#ended(content.reason, this.#phase !== "established");
    } else if (this.#phase === "established") {
      this.#events.received(this, content);
    } else {
      this.#part.greeted(content);
    }
  }

  /** Before the introductions are over no frame is so long. */
  #partComes(part: FrameOf<"part">): void {
    let whole: string | undefined;
    try {
      whole = this.#parts.take(part);
    } catch (error) {
      this.end(error instanceof Error ? error.message : "a part of a frame was not understood");
      return;
    }
    if (whole === undefined) return;
    const content = frame.safeParse(json(whole)).data;
    this.#taken(content?.type === "part" ? undefined : content);
  }

  #ended(reason: string, isRefused = false): void {
    if (this.#phase === "ended") return;
    this.#deadline();
    this.#phase = "ended";
    this.#events.ended(this, reason, isRefused);
  }
}

/** The version of the protocol that a first frame is of, where it is another than this cluster's. There is nothing to agree on: no version is spoken besides. */
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
