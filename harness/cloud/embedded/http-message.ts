export type Headers = readonly (readonly [name: string, value: string])[];

export type HttpRequest = Readonly<{
  method: string;
  target: string;
  headers: Headers;
  body: string | Uint8Array;
}>;

export type HttpReply = Readonly<{ status: number; headers: Headers; body: string }>;

export function valuesOf(headers: Headers, name: string): readonly string[] {
  return headers.filter(([sent]) => sent.toLowerCase() === name).map(([, value]) => value);
}
