export type ApiRequest = Readonly<{
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "LIST";
  /** Path without the prefix `base`, such as `sys/health`. */
  path: string;
  base?: string;
  token?: string;
  /** An object is sent as JSON, a text unchanged. */
  body?: Readonly<Record<string, unknown>> | string;
  headers?: Readonly<Record<string, string>>;
  /** Address from which the request is sent, such as `127.0.0.2`. Default: the stage's choice. */
  from?: string;
}>;

export type ApiReply = Readonly<{
  status: number;
  headers: Readonly<Record<string, string>>;
  /** The body as parsed JSON; undefined if empty. */
  body: ApiBody | undefined;
}>;

export type ApiBody = Readonly<{
  errors?: readonly string[];
  warnings?: readonly string[] | null;
  data?: Readonly<Record<string, unknown>> | null;
  lease_id?: string;
  lease_duration?: number;
  renewable?: boolean;
  auth?: Readonly<Record<string, unknown>> | null;
  wrap_info?: Readonly<{ token: string; ttl: number }> | null;
}> &
  Readonly<Record<string, unknown>>;
