/**
 * HTTP status of each problem code. `wrapped` is true if the error text usually has the prefix `1 error occurred:`
 * (W2-02, W2-03, W2-05, W2-06).
 */
const codes = {
  malformed: { status: 400, wrapped: false },
  refused: { status: 400, wrapped: false },
  /** Usually the token is missing or invalid. */
  "bad token": { status: 403, wrapped: false },
  denied: { status: 403, wrapped: true },
  /** The object does not exist: 404, usually with an empty list of errors. */
  absent: { status: 404, wrapped: false },
  /** The object or feature does not exist, or no longer exists: 404 with an error text. */
  gone: { status: 404, wrapped: false },
  /** This cluster has not reached the index that the request requires (X-Vault-Index). */
  behind: { status: 412, wrapped: false },
  "foreign origin": { status: 403, wrapped: false },
  "no handler": { status: 404, wrapped: false },
  "unsupported path": { status: 404, wrapped: true },
  "unsupported operation": { status: 405, wrapped: true },
  "too large": { status: 413, wrapped: false },
  "unsupported content": { status: 415, wrapped: false },
  "too many": { status: 429, wrapped: false },
  failed: { status: 500, wrapped: true },
  /** Another service, such as the primary, returned an invalid response or none. */
  upstream: { status: 502, wrapped: false },
  /** The cluster cannot serve the request now, for example because it is sealed. */
  unavailable: { status: 503, wrapped: false },
} as const;

export type ProblemCode = keyof typeof codes;

type ProblemOptions = ErrorOptions & Readonly<{ plain?: boolean; headers?: Readonly<Record<string, string>> }>;

/** An error that is reported to the client. Callers may depend on `code`, but not on the text. */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly code: ProblemCode;
  /** True to omit the prefix `1 error occurred:`, which some codes add to the error text. */
  readonly plain: boolean;
  /** Additional response headers. Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ProblemCode, message: string, { plain = false, headers = {}, ...options }: ProblemOptions = {}) {
    super(message, options);
    this.code = code;
    this.plain = plain;
    this.headers = headers;
  }

  get status(): number {
    return codes[this.code].status;
  }

  texts({ plain }: { plain: boolean }): readonly string[] {
    if (this.message === "") return [];
    return [plain || this.plain || !codes[this.code].wrapped ? this.message : wrapped(this.message)];
  }
}

export function wrapped(message: string): string {
  return `1 error occurred:\n\t* ${message}\n\n`;
}

const maxQuoted = 1024;

/** Formats a text in double quotes. A very long text is truncated and followed by its length. */
export function quoted(text: string): string {
  if (text.length <= maxQuoted) return JSON.stringify(text);
  return `${JSON.stringify(text.slice(0, maxQuoted))}... (${text.length} characters)`;
}
