/**
 * Thrown if a resource that scenarios need, such as a server, is unavailable. The message is one line for people. `log`
 * contains the last lines of the server's output, if there are any.
 */
export class Unavailable extends Error {
  override readonly name = "Unavailable";
  readonly log: readonly string[];

  constructor(message: string, options: ErrorOptions & Readonly<{ log?: readonly string[] }> = {}) {
    super(message, options);
    this.log = options.log ?? [];
  }
}

const maxCauses = 10;

/** Returns the message of the first {@link Unavailable} among `error` and its first ten causes, or undefined. */
export function whyUnavailable(error: unknown): string | undefined {
  let current = error;
  for (let count = 0; current instanceof Error && count <= maxCauses; count += 1) {
    if (current instanceof Unavailable) return current.message;
    current = current.cause;
  }
  return undefined;
}
