const exitCodes = {
  /** An invalid command line, or an invalid file that it names (EX_USAGE in BSD's sysexits). */
  usage: 64,
  /** There is no complete result: for example, services did not start, no scenario could run, or the disk is full. */
  "not judged": 2,
} as const;

/** Its message is printed to stderr. */
export class Failure extends Error {
  override readonly name = "Failure";
  readonly code: keyof typeof exitCodes;
  readonly attachment: string;

  constructor(
    code: keyof typeof exitCodes,
    message: string,
    { attachment = "", ...options }: ErrorOptions & Readonly<{ attachment?: string }> = {},
  ) {
    super(message, options);
    this.code = code;
    this.attachment = attachment;
  }

  get exitCode(): number {
    return exitCodes[this.code];
  }
}
