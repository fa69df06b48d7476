/**
 * Error for a server that scenarios need and that is unavailable. The message is one line for
 * people; `log` is the end of the server's output, if any.
 */
export class Unavailable extends Error {
  override readonly name = "Unavailable";
  readonly log: readonly string[];

  constructor(message: string, options: ErrorOptions & Readonly<{ log?: readonly string[] }> = {}) {
    super(message, options);
    this.log = options.log ?? [];
  }
}

/** Maximum length of a chain of causes to follow. */
const maxCauses = 10;

/**
 * Returns the reason why a server is unavailable, if `error` or one of its causes is an {@link
 * Unavailable}; otherwise undefined.
 */
export function whyUnavailable(error: unknown): string | undefined {
  let current = error;
  for (let count = 0; current instanceof Error && count <= maxCauses; count += 1) {
    if (current instanceof Unavailable) return current.message;
    current = current.cause;
  }
  return undefined;
}
