/** Headers as they were sent: names in any case, possibly several times. */
export type Headers = readonly (readonly [name: string, value: string])[];

export type HttpRequest = Readonly<{
  method: string;
  /** Path and query exactly as sent, such as `/?Action=GetUser`. */
  target: string;
  headers: Headers;
  body: string | Uint8Array;
}>;

export type HttpReply = Readonly<{ status: number; headers: Headers; body: string }>;

/** Returns all values of a header in the order of sending. `name` must be in lower case. */
export function valuesOf(headers: Headers, name: string): readonly string[] {
  return headers.filter(([sent]) => sent.toLowerCase() === name).map(([, value]) => value);
}
