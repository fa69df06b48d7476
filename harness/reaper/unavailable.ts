/** A server that scenarios need could not be had. The message is one line for people; `log` is the end of what the server said, if it said anything. */
export class Unavailable extends Error {
  override readonly name = "Unavailable";
  readonly log: readonly string[];

  constructor(message: string, options: ErrorOptions & Readonly<{ log?: readonly string[] }> = {}) {
    super(message, options);
    this.log = options.log ?? [];
  }
}

/** Errors have no longer chains of causes. */
const maxCauses = 10;

/** Why a server could not be had, where that is what `error` is about or was caused by; else undefined. */
export function whyUnavailable(error: unknown): string | undefined {
  let current = error;
  for (let count = 0; current instanceof Error && count <= maxCauses; count += 1) {
    if (current instanceof Unavailable) return current.message;
    current = current.cause;
  }
  return undefined;
}
