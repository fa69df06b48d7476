/** One HTTP exchange with a provider's API. Redirects are not followed. */
export type CloudRequest = Readonly<{
  method: string;
  url: string;
  /** Header names as they were sent; a name may stand for several values. */
  headers: readonly (readonly [name: string, value: string])[];
  body: string;
  timeoutMilliseconds: number;
}>;

export type CloudReply = Readonly<{ status: number; contentType: string; body: string }>;

/** The cloud provider's APIs, by HTTP. Rejects with an Error whose message says why when no answer came. */
export interface Cloud {
  exchange(request: CloudRequest): Promise<CloudReply>;
}
