// The part of autocannon 9 that is used here. The package has no types.
declare module "autocannon" {
  type Options = Readonly<{
    url: string;
    connections: number;
    duration?: number;
    /** Total number of requests. Replaces `duration`. */
    amount?: number;
    /** Maximum number of requests per second, over all connections. */
    overallRate?: number;
    method?: "GET" | "POST";
    headers?: Readonly<Record<string, string>>;
    body?: string;
    requests?: readonly Step[];
  }>;
  type Step = Readonly<{
    method?: "GET" | "POST";
    path?: string;
    setupRequest?: (request: Request, context: Context) => Request;
    onResponse?: (status: number, body: string, context: Context) => void;
  }>;
  type Request = Readonly<{ path: string; body?: string }>;
  /** State of one connection, which its requests share. */
  type Context = { lease?: string };
  type Result = Readonly<{
    duration: number;
    requests: Readonly<{ total: number }>;
    latency: Readonly<{ p99: number }>;
    errors: number;
    timeouts: number;
    non2xx: number;
  }>;
  type Instance = Promise<Result> & Readonly<{ on(event: "response", listener: () => void): void }>;
  function autocannon(options: Options): Instance;
  export = autocannon;
}
