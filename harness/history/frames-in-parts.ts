/** Maximum number of incomplete frames that are stored for one direction. Beyond it, the oldest are forgotten. */
const maxUnfinished = 8;

type Part = Readonly<{ frame: number; number: number; status: string; text: string }>;

export class FramesInParts {
  readonly #unfinished = new Map<string, Map<number, string[]>>();

  /**
   * Returns the complete frame if `content` is its last part and the parts before it are stored; else `content`. `way`
   * identifies the direction.
   */
  wholeOf(way: string, content: string): string {
    if (!content.startsWith('{"type":"part"')) return content;
    const part = partIn(content);
    if (!part) return content;
    const { frame, number, status, text } = part;
    const ofWay = this.#unfinished.get(way) ?? new Map<number, string[]>();
    this.#unfinished.set(way, ofWay);
    // Frame numbers restart with each connection.
    const texts = number === 0 ? [] : (ofWay.get(frame) ?? []);
    ofWay.delete(frame);
    if (status === "abandoned" || texts.length !== number) return content;
    texts.push(text);
    if (status === "last") return texts.join("");
    ofWay.set(frame, texts);
    for (const oldest of ofWay.keys()) if (ofWay.size > maxUnfinished) ofWay.delete(oldest);
    return content;
  }
}

function partIn(content: string): Part | undefined {
  try {
    const { frame, number, status, text } = JSON.parse(content);
    return typeof frame === "number" && typeof number === "number" && typeof text === "string"
      ? { frame, number, status: String(status), text }
      : undefined;
  } catch {
    return undefined;
  }
}
