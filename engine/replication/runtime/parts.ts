import { longestInParts, type Part } from "../protocol/frame.ts";

/**
 * Maximum number of frames of one connection that are sent in parts at the same time: one of the pump, one request of a
 * comparison, and some calls and replies.
 */
export const maxFramesAtOnce = 8;

export function abandoned(frame: number): Part {
  return { type: "part", frame, number: 0, status: "abandoned", text: "" };
}

/** Assembles the frames of one connection from their parts, with bounded memory. */
export class PartsReceived {
  readonly #unfinished = new Map<number, string[]>();
  #characters = 0;

  /**
   * Returns the frame that `part` completes; undefined while parts are missing. Throws an Error with the reason when
   * the part violates the protocol.
   */
  take({ frame, number, status, text }: Part): string | undefined {
    if (status === "abandoned") {
      this.#forget(frame);
      return undefined;
    }
    const known = this.#unfinished.get(frame);
    const texts = known ?? [];
    if (number !== texts.length) throw new Error("a part of a frame is missing, or came twice");
    if (!known && this.#unfinished.size >= maxFramesAtOnce) throw new Error("too many frames come in parts at once");
    if (this.#characters + text.length > longestInParts) throw new Error("frames in parts are too long");
    if (!known) this.#unfinished.set(frame, texts);
    texts.push(text);
    this.#characters += text.length;
    if (status === "more") return undefined;
    this.#forget(frame);
    return texts.join("");
  }

  #forget(frame: number): void {
    for (const { length } of this.#unfinished.get(frame) ?? []) this.#characters -= length;
    this.#unfinished.delete(frame);
  }
}
