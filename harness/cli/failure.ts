/** Exit codes of the command line for expected errors. */
const exitCodes = {
  /** An invalid command line, or an invalid file named there. 64 is EX_USAGE in BSD's sysexits. */
  usage: 64,
  /** No verdict: services did not start, no scenario could run, or the runner failed. */
  "not judged": 2,
} as const;

/** The only expected error of the command line. Its message is printed to stderr. */
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
