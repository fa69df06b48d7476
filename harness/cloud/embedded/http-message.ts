/** Names and values as they were sent; a name in any case, and as often as it was sent. */
export type Headers = readonly (readonly [name: string, value: string])[];

/** A request as it stood on the wire, without a socket. */
export type HttpRequest = Readonly<{
  method: string;
  /** Path and query exactly as sent, such as `/?Action=GetUser`. */
  target: string;
  headers: Headers;
  body: string | Uint8Array;
}>;

export type HttpReply = Readonly<{ status: number; headers: Headers; body: string }>;

/** All values sent under `name`, in order. `name` is in lower case. */
export function valuesOf(headers: Headers, name: string): readonly string[] {
  return headers.filter(([sent]) => sent.toLowerCase() === name).map(([, value]) => value);
}
