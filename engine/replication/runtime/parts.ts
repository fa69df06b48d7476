import { longestInParts, type Part } from "../protocol/frame.ts";

/** Frames whose parts may come in turn: what the pump sends, a question of a comparison, and some calls with their replies. */
export const maxFramesAtOnce = 8;

/** Says that no more parts of a frame will come. */
export function abandoned(frame: number): Part {
  return { type: "part", frame, number: 0, status: "abandoned", text: "" };
}

/** Puts the frames of one connection together again that come in parts. What it holds is bounded. */
export class PartsReceived {
  readonly #unfinished = new Map<number, string[]>();
  #characters = 0;

  /** The frame that `part` is the last of; undefined while it has more. Throws an Error that says what is wrong with it. */
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
