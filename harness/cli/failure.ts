/** Why the command line gives up, and the exit code it does so with. */
const exitCodes = {
  /** The command line, or a file that it names, asks for what is not there or makes no sense; the code BSD's sysexits call EX_USAGE. */
  usage: 64,
  /** It was asked well and could not be judged: what scenarios need did not start, none could be played, or the runner failed. */
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
