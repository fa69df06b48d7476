// The part of autocannon 9 that is used here. The package has no types.
declare module "autocannon" {
  type Options = Readonly<{
    url: string;
    connections: number;
    /** Duration in seconds. */
    duration?: number;
    /** Total number of requests, instead of a duration. */
    amount?: number;
    /** Maximum number of requests a second. */
    overallRate?: number;
    method?: "GET" | "POST";
    headers?: Readonly<Record<string, string>>;
    body?: string;
    /** Requests that each connection sends repeatedly, in order. */
    requests?: readonly Step[];
  }>;
  type Step = Readonly<{
    method?: "GET" | "POST";
    path?: string;
    /** Called before each request. */
    setupRequest?: (request: Request, context: Context) => Request;
    onResponse?: (status: number, body: string, context: Context) => void;
  }>;
  type Request = Readonly<{ path: string; body?: string }>;
  /** State that the requests of a connection share. */
  type Context = { lease?: string };
  type Result = Readonly<{
    /** Duration in seconds. */
    duration: number;
    requests: Readonly<{ total: number }>;
    /** Latency in milliseconds. */
    latency: Readonly<{ p99: number }>;
    errors: number;
    timeouts: number;
    non2xx: number;
  }>;
  type Instance = Promise<Result> & Readonly<{ on(event: "response", listener: () => void): void }>;
  function autocannon(options: Options): Instance;
  export = autocannon;
}
