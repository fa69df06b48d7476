import { longestFrame, maxParts, type Part, partCharacters } from "./frame.ts";

/** Frames whose parts may come in turn: one of what the pump sends, and some calls with their replies. */
const maxFramesAtOnce = 8;

/** Characters of unfinished frames that are held for one connection. */
const maxCharacters = maxParts * partCharacters;

/** The parts that a frame goes in; undefined where it is short enough to go as it is. Throws a RangeError when it is too long for that, too. */
export function inParts(text: string, frame: number): readonly Part[] | undefined {
  if (text.length <= longestFrame) return undefined;
  const parts = Math.ceil(text.length / partCharacters);
  if (parts > maxParts) throw new RangeError(`a frame of ${text.length} characters is too long for the link`);
  return Array.from({ length: parts }, (_, number) => ({
    type: "part",
    frame,
    number,
    parts,
    text: text.slice(number * partCharacters, (number + 1) * partCharacters),
  }));
}

/** Says that no more parts of a frame will come. */
export function givenUp(frame: number): Part {
  return { type: "part", frame, number: 0, parts: 0, text: "" };
}

type Unfinished = { readonly parts: number; readonly texts: string[] };

/** Puts the frames of one connection together again that come in parts. What it holds is bounded. */
export class PartsReceived {
  readonly #unfinished = new Map<number, Unfinished>();
  #characters = 0;

  /** The frame that `part` is the last of; undefined while it has more. Throws an Error that says what is wrong with it. */
  take({ frame, number, parts, text }: Part): string | undefined {
    const known = this.#unfinished.get(frame);
    if (parts === 0) {
      this.#forget(frame);
      return undefined;
    }
    const texts = known?.texts ?? [];
    if (number !== texts.length || (known && parts !== known.parts) || number >= parts)
      throw new Error("a part of a frame is missing, or came twice");
    if (!known && this.#unfinished.size >= maxFramesAtOnce) throw new Error("too many frames come in parts at once");
    if (this.#characters + text.length > maxCharacters) throw new Error("frames in parts are too long");
    if (!known) this.#unfinished.set(frame, { parts, texts });
    texts.push(text);
    this.#characters += text.length;
    if (texts.length < parts) return undefined;
    this.#forget(frame);
    return texts.join("");
  }

  #forget(frame: number): void {
    for (const { length } of this.#unfinished.get(frame)?.texts ?? []) this.#characters -= length;
    this.#unfinished.delete(frame);
  }
}
