/** What was asked of the control endpoint and cannot be done; the message says why, and `status` is the answer's. */
export class Misuse extends Error {
  override readonly name = "Misuse";
  readonly status: 400 | 404 | 409 | 413;

  constructor(status: Misuse["status"], message: string) {
    super(message);
    this.status = status;
  }
}
