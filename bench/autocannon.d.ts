// What we use of autocannon 9, which brings no types.
declare module "autocannon" {
  type Options = Readonly<{
    url: string;
    connections: number;
    /** Seconds. */
    duration?: number;
    /** Requests altogether, in place of a duration. */
    amount?: number;
    /** Requests a second. */
    overallRate?: number;
    method?: "GET" | "POST";
    headers?: Readonly<Record<string, string>>;
    body?: string;
    /** Each connection sends them one after the other, again and again. */
    requests?: readonly Step[];
  }>;
  type Step = Readonly<{
    method?: "GET" | "POST";
    path?: string;
    /** Called before each request that is sent. */
    setupRequest?: (request: Request, context: Context) => Request;
    onResponse?: (status: number, body: string, context: Context) => void;
  }>;
  type Request = Readonly<{ path: string; body?: string }>;
  /** What a connection's requests know of one another. */
  type Context = { lease?: string };
  type Result = Readonly<{
    /** Seconds. */
    duration: number;
    requests: Readonly<{ total: number }>;
    /** Milliseconds. */
    latency: Readonly<{ p99: number }>;
    errors: number;
    timeouts: number;
    non2xx: number;
  }>;
  type Instance = Promise<Result> & Readonly<{ on(event: "response", listener: () => void): void }>;
  function autocannon(options: Options): Instance;
  export = autocannon;
}
