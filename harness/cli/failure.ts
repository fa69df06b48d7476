/** Why the command line gives up, and the exit code it does so with. */
const exitCodes = {
  /** It was asked for something that does not exist; the code BSD's sysexits call EX_USAGE. */
  usage: 64,
  /** It could not be judged: what scenarios need did not start, none matched, or the runner failed. */
  "not judged": 2,
} as const;

/** The one expected error of the command line; its message is what stands on stderr. */
export class Failure extends Error {
  override readonly name = "Failure";
  readonly code: keyof typeof exitCodes;

  constructor(code: keyof typeof exitCodes, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }

  get exitCode(): number {
    return exitCodes[this.code];
  }
}
