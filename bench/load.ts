import autocannon from "autocannon";

/** Connections at a time where a load says no other, each with one request under way. */
const usualConnections = 32;

export type Load = Readonly<{
  url: string;
  token?: string;
  /** Posted as JSON; without it the requests are GETs. */
  body?: unknown;
  /** Connections at a time, each with one request under way. */
  connections?: number;
  /** Whether each request goes to a path of its own below that of `url`. */
  apart?: boolean;
  /** Requests a second at most; as many as are answered where it is left out. */
  perSecond?: number;
}>;

/** What a load met with. The slowest hundredth of the requests took at least `slowMilliseconds`. */
export type LoadResult = Readonly<{ perSecond: number; slowMilliseconds: number }>;

/** Requests for so many seconds. Rejects unless all succeeded. */
export async function loaded(load: Load, seconds: number): Promise<LoadResult> {
  const { requests, duration, latency } = await fire(load, { duration: seconds });
  return { perSecond: requests.total / duration, slowMilliseconds: latency.p99 };
}

/** So many requests, and the seconds until the last was answered. Rejects unless all succeeded. */
export async function sendRequests(load: Load, amount: number): Promise<number> {
  const begun = performance.now();
  let lastAt = begun;
  // By itself the load tells of its end at a full second only.
  await fire(load, { amount }, () => {
    lastAt = performance.now();
  });
  return (lastAt - begun) / 1000;
}

async function fire(
  { url, token, body, apart, perSecond, connections = usualConnections }: Load,
  extent: Readonly<{ duration: number }> | Readonly<{ amount: number }>,
  answered: () => void = () => {},
) {
  const { pathname } = new URL(url);
  let number = 0;
  const cannon = autocannon({
    url,
    // It refuses to open connections that would have nothing to do.
    connections: "amount" in extent ? Math.min(connections, extent.amount) : connections,
    method: body === undefined ? "GET" : "POST",
    headers: token === undefined ? {} : { "x-vault-token": token },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(apart ? { requests: [{ setupRequest: (request) => ({ ...request, path: `${pathname}/${++number}` }) }] } : {}),
    ...(perSecond === undefined ? {} : { overallRate: perSecond }),
    ...extent,
  });
  cannon.on("response", answered);
  const result = await cannon;
  const { errors, timeouts, non2xx } = result;
  if (errors + timeouts + non2xx > 0) {
    throw new Error(`of the requests to ${url} ${errors + timeouts} had no answer and ${non2xx} no good one`);
  }
  return result;
}
