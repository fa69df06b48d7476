/**
 * Problem codes, each with its HTTP status and whether its text is wrapped as an inner error
 * (W2-02, W2-03, W2-05, W2-06).
 */
const spellings = {
  /** The request cannot be understood. */
  malformed: { status: 400, wrapped: false },
  /** The request is understood and not acceptable. */
  refused: { status: 400, wrapped: false },
  /** No token, or one that is unknown, expired or used up. */
  "bad token": { status: 403, wrapped: false },
  /** A good token without the right. */
  denied: { status: 403, wrapped: true },
  /** The named object is not there: 404 with an empty list of errors. */
  absent: { status: 404, wrapped: false },
  /** The service does not have it, or has it no longer, and says so. */
  gone: { status: 404, wrapped: false },
  /** What the caller has seen elsewhere is not here yet. */
  behind: { status: 412, wrapped: false },
  /** A page of an origin that may not ask. */
  "foreign origin": { status: 403, wrapped: false },
  /** Nothing is mounted there. */
  "no handler": { status: 404, wrapped: false },
  "unsupported path": { status: 404, wrapped: true },
  "unsupported operation": { status: 405, wrapped: true },
  "too large": { status: 413, wrapped: false },
  "unsupported content": { status: 415, wrapped: false },
  /** A quota is used up. */
  "too many": { status: 429, wrapped: false },
  /** The service or something it depends on failed. */
  failed: { status: 500, wrapped: true },
  /** Another service that was asked answered nonsense or not at all. */
  upstream: { status: 502, wrapped: false },
  /** Try again later. */
  unavailable: { status: 503, wrapped: false },
} as const;

export type ProblemCode = keyof typeof spellings;

type ProblemOptions = ErrorOptions & Readonly<{ plain?: boolean; headers?: Readonly<Record<string, string>> }>;

/** The one expected error: callers switch on its code, never on its text. */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly code: ProblemCode;
  /** Whether it comes from a path that needs no token: there, nothing is wrapped. */
  readonly plain: boolean;
  /** Headers that its answer has. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ProblemCode, message: string, { plain = false, headers = {}, ...options }: ProblemOptions = {}) {
    super(message, options);
    this.code = code;
    this.plain = plain;
    this.headers = headers;
  }

  get status(): number {
    return spellings[this.code].status;
  }

  /** The texts of the error body. On paths that need no token nothing is wrapped. */
  texts({ plain }: { plain: boolean }): readonly string[] {
    if (this.message === "") return [];
    return [plain || this.plain || !spellings[this.code].wrapped ? this.message : wrapped(this.message)];
  }
}

/** How the reference spells an error that comes out of a handler; clients match on it. */
export function wrapped(message: string): string {
  return `1 error occurred:\n\t* ${message}\n\n`;
}

/** Characters of a text that an error shows: all of any usual name, and not a field of 32 MiB. */
const maxQuoted = 1024;

/** A text in double quotes, as error texts show names. Of a very long one the beginning, and how long it is. */
export function quoted(text: string): string {
  if (text.length <= maxQuoted) return JSON.stringify(text);
  return `${JSON.stringify(text.slice(0, maxQuoted))}... (${text.length} characters)`;
}
