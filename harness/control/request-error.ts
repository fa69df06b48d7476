/** An invalid or impossible request to the control endpoint. `status` is the HTTP status. */
export class RequestError extends Error {
  override readonly name = "Misuse";
  readonly status: 400 | 404 | 409 | 413;

  constructor(status: RequestError["status"], message: string) {
    super(message);
    this.status = status;
  }
}
