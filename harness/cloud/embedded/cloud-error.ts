const statuses = {
  MissingAuthenticationToken: 403,
  IncompleteSignature: 400,
  InvalidClientTokenId: 403,
  SignatureDoesNotMatch: 403,
  MalformedQueryString: 400,
  MissingAction: 400,
  InvalidAction: 400,
  AccessDenied: 403,
  UnauthorizedOperation: 403,
  ExpiredToken: 403,
  "InvalidInstanceID.NotFound": 400,
  "InvalidInstanceID.Malformed": 400,
  Throttling: 400,
  RequestLimitExceeded: 503,
  InternalFailure: 500,
  InternalError: 500,
  ValidationError: 400,
  NoSuchEntity: 404,
  EntityAlreadyExists: 409,
  DeleteConflict: 409,
  LimitExceeded: 409,
  MethodNotAllowed: 405,
  RequestEntityTooLarge: 413,
} as const;

export type CloudErrorCode = keyof typeof statuses;

/** An error response of the embedded cloud. Its message contains no secret, no signature and no string to sign. */
export class CloudError extends Error {
  override readonly name = "CloudError";
  readonly code: CloudErrorCode;

  constructor(code: CloudErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }

  get status(): number {
    return statuses[this.code];
  }
}
