/** A server that scenarios need could not be had. The message is one line for people; `log` is the end of what the server said, if it said anything. */
export class Unavailable extends Error {
  override readonly name = "Unavailable";
  readonly log: readonly string[];

  constructor(message: string, options: ErrorOptions & Readonly<{ log?: readonly string[] }> = {}) {
    super(message, options);
    this.log = options.log ?? [];
  }
}
