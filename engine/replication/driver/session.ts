import type { Cancel, Timeline } from "../../ports/clock.ts";
import type { Link, Wire, WireListener } from "../../ports/link.ts";
import { protocolVersion } from "../machine/message.ts";
import type { Addresses } from "../machine/peer.ts";
import { type Frame, frame, type Introduction, longestFrame } from "./frame.ts";

/** Milliseconds from dialling or being dialled to the end of the introductions. */
const handshakeMilliseconds = 10_000;

/** What the owner of a session is told. After `ended`, which comes once, nothing more. */
export type SessionEvents = Readonly<{
  /** A cluster dialled us and says who it is: answer with `welcome` or `end`. */
  introduced(session: Session, introduction: Introduction): void;
  /** The cluster that we dialled took us in. */
  welcomed(session: Session, addresses: Addresses): void;
  /** A frame came after the introductions. */
  received(session: Session, frame: Frame): void;
  /** `isRefused` says that the other end refused this cluster before it took it in. */
  ended(session: Session, reason: string, isRefused: boolean): void;
}>;

/** What the introductions differ in between the one who dials and the one who is dialled. */
type Part = Readonly<{ opened: () => void; greeted: (frame: Frame) => void }>;

/**
 * One wire from its introductions to its end. The dialler shows the secret of its activation token; nothing else goes over the wire
 * before it is taken in. This file is all that knows of it: with mutual TLS, certificates take the secret's place.
 */
export class Session {
  readonly listener: WireListener;
  readonly #events: SessionEvents;
  readonly #part: Part;
  readonly #deadline: Cancel;
  #wire: Wire | undefined;
  #open = false;
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
    introduction: Omit<Introduction, "type" | "protocol">,
    { clock, link, events }: Readonly<{ clock: Timeline; link: Link; events: SessionEvents }>,
  ): Session {
    const session: Session = new Session(clock, events, {
      opened: () => session.send({ type: "introduction", protocol: protocolVersion, ...introduction }),
      greeted(answer) {
        if (answer.type !== "welcome") {
          session.end("the other end is no primary");
        } else {
          session.#establish();
          events.welcomed(session, answer.addresses);
        }
      },
    });
    try {
      session.#attach(link.dial(clusterAddress, session.listener));
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
        } else if (first.protocol !== protocolVersion) {
          session.end(`protocol ${protocolVersion} is spoken here`);
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
  welcome(addresses: Addresses): void {
    if (this.#phase === "ended") return;
    this.#establish();
    this.send({ type: "welcome", addresses });
  }

  send(content: Frame): void {
    this.sendText(JSON.stringify(content));
  }

  /** Sends a frame that is JSON text already. What is sent before the beginning or after the end is lost. */
  sendText(text: string): void {
    if (this.#open && this.#phase !== "ended") this.#wire?.send(text);
  }

  /** See {@link Wire.drained}. */
  drained(): Promise<void> | undefined {
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
    const content = text.length > longestFrame ? undefined : parse(text);
    if (!content) {
      this.end("a frame was not understood");
    } else if (content.type === "goodbye") {
      this.#wire?.close();
      this.#ended(content.reason, this.#phase !== "established");
    } else if (this.#phase === "established") {
      this.#events.received(this, content);
    } else {
      this.#part.greeted(content);
    }
  }

  #ended(reason: string, isRefused = false): void {
    if (this.#phase === "ended") return;
    this.#deadline();
    this.#phase = "ended";
    this.#events.ended(this, reason, isRefused);
  }
}

function parse(text: string): Frame | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const result = frame.safeParse(value);
  return result.success ? result.data : undefined;
}
